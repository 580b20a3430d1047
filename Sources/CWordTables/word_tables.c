#include "word_tables.h"

#include <string.h>

static const unsigned char de[] = {
#embed "../../config/words/de.toml"
};
static const unsigned char en[] = {
#embed "../../config/words/en.toml"
};
static const unsigned char es[] = {
#embed "../../config/words/es.toml"
};
static const unsigned char fr[] = {
#embed "../../config/words/fr.toml"
};
static const unsigned char it[] = {
#embed "../../config/words/it.toml"
};
static const unsigned char ja[] = {
#embed "../../config/words/ja.toml"
};
static const unsigned char nl[] = {
#embed "../../config/words/nl.toml"
};
static const unsigned char pl[] = {
#embed "../../config/words/pl.toml"
};
static const unsigned char pt[] = {
#embed "../../config/words/pt.toml"
};
static const unsigned char ru[] = {
#embed "../../config/words/ru.toml"
};

static const struct {
    const char *language;
    const unsigned char *text;
    size_t length;
} tables[] = {
    {"de", de, sizeof de},
    {"en", en, sizeof en},
    {"es", es, sizeof es},
    {"fr", fr, sizeof fr},
    {"it", it, sizeof it},
    {"ja", ja, sizeof ja},
    {"nl", nl, sizeof nl},
    {"pl", pl, sizeof pl},
    {"pt", pt, sizeof pt},
    {"ru", ru, sizeof ru},
};

const unsigned char *word_table(const char *language, size_t *length) {
    for (size_t index = 0; index < sizeof tables / sizeof *tables; index++) {
        if (strcmp(tables[index].language, language) != 0) continue;
        *length = tables[index].length;
        return tables[index].text;
    }
    *length = sizeof en;
    return en;
}
