/* expat's API as its own header declares it. */
#include <expat.h>
