#include "languages.h"

// The language is C17, to which clang adds `#embed`.
#pragma clang diagnostic ignored "-Wc23-extensions"

// Every catalogue by its language. The compiler reads the files, and the build detects changes.
static const struct language_file list[] = {
  {"de", (const unsigned char[]) {
#embed "../Languages/Catalogues/de.json" suffix(, 0)
  }},
  {"es", (const unsigned char[]) {
#embed "../Languages/Catalogues/es.json" suffix(, 0)
  }},
  {"fr", (const unsigned char[]) {
#embed "../Languages/Catalogues/fr.json" suffix(, 0)
  }},
  {0, 0},
};

const struct language_file *language_files(void) { return list; }
