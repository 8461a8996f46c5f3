#pragma once

// A file of the page, which is text: both end with a zero.
struct page_file {
  const char *_Nullable path;
  const unsigned char *_Nullable text;
};

// All of them; the list ends with an entry that is all zeros.
const struct page_file *_Nonnull page_files(void);
