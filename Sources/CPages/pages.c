#include "pages.h"

#include <sqlite3.h>
#include <string.h>

/* SQLite overwrites a deleted row if `secure_delete` is on. But if it divides a page, the old copies of the moved rows
 * remain in the unused part of the page. Here they are overwritten whenever a page is written to the database file,
 * which for a database with a write-ahead log is a checkpoint. The log has checksums, so its pages stay as they are. */

const char *const waymark_pages = "waymark";

enum { first_page_head = 100, largest_page = 65536, smallest_page = 512 };

static int number(const unsigned char *bytes) { return bytes[0] << 8 | bytes[1]; }

int waymark_unused_part(const unsigned char *page, int size, long long offset, int *start, int *end) {
  if (size < smallest_page || size > largest_page || (size & (size - 1)) != 0 || offset % size != 0) return 0;
  int head = offset == 0 ? first_page_head : 0;
  int kind = page[head];
  int is_leaf = kind == 10 || kind == 13;
  if (!is_leaf && kind != 2 && kind != 5) return 0;
  int cells = number(page + head + 3);
  int content = number(page + head + 5);
  *start = head + (is_leaf ? 8 : 12) + 2 * cells;
  *end = content == 0 ? largest_page : content;
  return *start < *end && *end <= size;
}

static const sqlite3_io_methods *usual_methods;
static sqlite3_io_methods methods;

/* The first byte of a page of another kind is that of a page number. It is 0 in files of less than 2^25 pages. */
static int is_small(sqlite3_file *file, int page_size) {
  sqlite3_int64 bytes = 0;
  return usual_methods->xFileSize(file, &bytes) == SQLITE_OK && bytes / page_size < 1 << 25;
}

static int write_page(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset) {
  const unsigned char *page = bytes;
  int start, end;
  if (!waymark_unused_part(page, size, offset, &start, &end)) return usual_methods->xWrite(file, bytes, size, offset);
  int place = start;
  while (place < end && page[place] == 0) place++;
  if (place == end || !is_small(file, size)) return usual_methods->xWrite(file, bytes, size, offset);
  unsigned char *clean = sqlite3_malloc(size);
  if (clean == NULL) return SQLITE_IOERR_NOMEM;
  memcpy(clean, page, size);
  memset(clean + start, 0, end - start);
  int code = usual_methods->xWrite(file, clean, size, offset);
  sqlite3_free(clean);
  return code;
}

static sqlite3_vfs *usual_files;
static sqlite3_vfs files;

/* The usual file system opens the file. Only its way of writing is replaced. */
static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
  int code = usual_files->xOpen(usual_files, name, file, flags, out);
  if (code != SQLITE_OK || (flags & SQLITE_OPEN_MAIN_DB) == 0 || (flags & SQLITE_OPEN_READONLY) != 0) return code;
  sqlite3_mutex *mutex = sqlite3_mutex_alloc(SQLITE_MUTEX_STATIC_APP1);
  sqlite3_mutex_enter(mutex);
  if (usual_methods == NULL) {
    usual_methods = file->pMethods;
    methods = *file->pMethods;
    methods.xWrite = write_page;
  }
  if (file->pMethods == usual_methods) {
    file->pMethods = &methods;
  } else {
    file->pMethods->xClose(file);
    file->pMethods = NULL;
    code = SQLITE_CANTOPEN;
  }
  sqlite3_mutex_leave(mutex);
  return code;
}

/* The journal of a savepoint stays in memory up to this size. */
enum { savepoint_bytes = 4 << 20 };

int waymark_register_pages(void) {
  /* Without statistics about memory, SQLite's allocations take no lock. Both settings are ignored if a program in this
   * process has used SQLite before. */
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, savepoint_bytes);
  int code = sqlite3_initialize();
  if (code != SQLITE_OK) return code;
  sqlite3_mutex *mutex = sqlite3_mutex_alloc(SQLITE_MUTEX_STATIC_APP2);
  sqlite3_mutex_enter(mutex);
  if (usual_files == NULL) {
    usual_files = sqlite3_vfs_find(NULL);
    if (usual_files == NULL) {
      code = SQLITE_ERROR;
    } else {
      files = *usual_files;
      files.pNext = NULL;
      files.zName = waymark_pages;
      files.xOpen = open_file;
      code = sqlite3_vfs_register(&files, 0);
    }
  }
  sqlite3_mutex_leave(mutex);
  return code;
}
