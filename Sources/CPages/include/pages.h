#pragma once

/* Registers SQLite's file system "waymark": the usual one, except that the unused part of a page is zero in the database
 * file. Returns a result code of SQLite. May be called more than once. */
int waymark_register_pages(void);

/* The name of the file system. */
extern const char *const waymark_pages;

/* Finds the unused part of a page of a tree: the bytes between its list of cells and its cells. Returns 0 for any other
 * page and for a page without an unused part. Only the first page of a file is not at a positive offset. */
int waymark_unused_part(const unsigned char *page, int size, long long offset, int *start, int *end);
