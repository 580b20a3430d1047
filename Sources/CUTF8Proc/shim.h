/* utf8proc's API as its own header declares it. */
#include <utf8proc.h>
