/* PCRE2's API for UTF-8 as its own header declares it. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
