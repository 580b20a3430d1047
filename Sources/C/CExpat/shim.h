/* expat's API as declared in its own header. */
#include <expat.h>
