#pragma once

// A catalogue of translations. Language and text end with a zero byte.
struct language_file {
  const char *_Nullable language;
  const unsigned char *_Nullable text;
};

// Returns all catalogues. The list ends with an entry of null pointers.
const struct language_file *_Nonnull language_files(void);
