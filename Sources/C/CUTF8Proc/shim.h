/* utf8proc's API as declared in its own header. */
#include <utf8proc.h>
