#include "word_tables.h"

#include <stddef.h>
#include <string.h>

/* English first: it serves the languages without a table. */
static const struct {
    const char *language;
    const unsigned char *text;
} tables[] = {
    {"en", (const unsigned char[]){
#embed "../../../config/words/en.toml" suffix(, 0)
    }},
    {"de", (const unsigned char[]){
#embed "../../../config/words/de.toml" suffix(, 0)
    }},
    {"es", (const unsigned char[]){
#embed "../../../config/words/es.toml" suffix(, 0)
    }},
    {"fr", (const unsigned char[]){
#embed "../../../config/words/fr.toml" suffix(, 0)
    }},
    {"it", (const unsigned char[]){
#embed "../../../config/words/it.toml" suffix(, 0)
    }},
    {"ja", (const unsigned char[]){
#embed "../../../config/words/ja.toml" suffix(, 0)
    }},
    {"nl", (const unsigned char[]){
#embed "../../../config/words/nl.toml" suffix(, 0)
    }},
    {"pl", (const unsigned char[]){
#embed "../../../config/words/pl.toml" suffix(, 0)
    }},
    {"pt", (const unsigned char[]){
#embed "../../../config/words/pt.toml" suffix(, 0)
    }},
    {"ru", (const unsigned char[]){
#embed "../../../config/words/ru.toml" suffix(, 0)
    }},
};

const char *word_table(const char *language) {
    size_t index = sizeof tables / sizeof *tables;
    while (--index > 0 && strcmp(tables[index].language, language) != 0);
    return (const char *)tables[index].text;
}
