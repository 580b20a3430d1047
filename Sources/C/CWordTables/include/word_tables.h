/* The files of config/words, which are embedded in the programs at build time. */

#ifndef WORD_TABLES_H
#define WORD_TABLES_H

/* Returns the text of a language's file as of the build; the English one if the language has none. */
const char *word_table(const char *language);

#endif
