/* md4c's API as declared in its own header. */
#include <md4c.h>
