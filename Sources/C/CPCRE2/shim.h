/* PCRE2's API for UTF-8 as declared in its own header. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
