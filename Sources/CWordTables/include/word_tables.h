/* The files of config/words, which are embedded in the programs at build time. */

#ifndef WORD_TABLES_H
#define WORD_TABLES_H

#include <stddef.h>

/* Returns the text of a language's file as of the build, and its length in bytes; the English one if the language has none. */
const unsigned char *word_table(const char *language, size_t *length);

#endif
