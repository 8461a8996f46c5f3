#pragma once

// A text file of the page. Path and text end with a zero byte.
struct page_file {
  const char *_Nullable path;
  const unsigned char *_Nullable text;
};

// Returns all files. The list ends with an entry of null pointers.
const struct page_file *_Nonnull page_files(void);
