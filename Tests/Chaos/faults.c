// Loaded before libc into the processes of a stack. A shared page says whether the disk is full, lies, or is slow.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

// Probabilities in thousandths. They apply to files whose path begins with `folder` and contains `match`.
struct control {
  volatile uint32_t full, read_error, short_write, sync_error, sync_delay_microseconds, hits;
  char folder[256], match[64];
};

static struct control *control;
static __thread uint32_t state;

__attribute__((constructor)) static void attach(void) {
  const char *path = getenv("CHAOS_FAULTS");
  int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *page = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (page != MAP_FAILED) control = page;
  close(file);
}

static int happens(uint32_t thousandths) {
  if (!thousandths) return 0;
  if (!state) state = (uint32_t)getpid() * 2654435761u + (uint32_t)(uintptr_t)&state;
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % 1000 < thousandths;
}

static int concerns(int file) {
  char link[32], path[512];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  // SQLite frees the blocks of this file before it needs them again, so there is space for it on a full disk.
  if (control->full && strstr(path, "-shm")) return 0;
  return strncmp(path, control->folder, strlen(control->folder)) == 0 && strstr(path, control->match) != NULL;
}

static int grows(int file, off_t offset, size_t count) {
  struct stat status;
  if (fstat(file, &status) || !S_ISREG(status.st_mode)) return 0;
  if (offset < 0) offset = (fcntl(file, F_GETFL) & O_APPEND) ? status.st_size : lseek(file, 0, SEEK_CUR);
  return offset + (off_t)count > status.st_size;
}

static int fails(int number) {
  __atomic_add_fetch(&control->hits, 1, __ATOMIC_RELAXED);
  errno = number;
  return 1;
}

// Returns whether a write fails. A short write reduces `count` instead.
static int write_fails(int file, off_t offset, size_t *count) {
  if (!control || (!control->full && !control->short_write)) return 0;
  int saved = errno;
  if (!concerns(file)) return errno = saved, 0;
  if (control->full && grows(file, offset, *count)) return fails(ENOSPC);
  if (*count > 1 && happens(control->short_write)) {
    *count /= 2;
    fails(0);
  }
  errno = saved;
  return 0;
}

static int read_fails(int file) {
  if (!control || !control->read_error) return 0;
  return concerns(file) && happens(control->read_error) && fails(EIO);
}

static int sync_fails(int file) {
  if (!control || (!control->sync_error && !control->sync_delay_microseconds)) return 0;
  if (!concerns(file)) return 0;
  if (control->sync_delay_microseconds) usleep(control->sync_delay_microseconds);
  return happens(control->sync_error) && fails(EIO);
}

#define REAL(name) \
  static __typeof__(name) *real; \
  if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

ssize_t write(int file, const void *bytes, size_t count) {
  REAL(write);
  return write_fails(file, -1, &count) ? -1 : real(file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  REAL(pwrite);
  return write_fails(file, offset, &count) ? -1 : real(file, bytes, count, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  REAL(pwrite64);
  return write_fails(file, offset, &count) ? -1 : real(file, bytes, count, offset);
}

ssize_t read(int file, void *bytes, size_t count) {
  REAL(read);
  return read_fails(file) ? -1 : real(file, bytes, count);
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
  REAL(pread);
  return read_fails(file) ? -1 : real(file, bytes, count, offset);
}

ssize_t pread64(int file, void *bytes, size_t count, off64_t offset) {
  REAL(pread64);
  return read_fails(file) ? -1 : real(file, bytes, count, offset);
}

int fsync(int file) {
  REAL(fsync);
  return sync_fails(file) ? -1 : real(file);
}

int fdatasync(int file) {
  REAL(fdatasync);
  return sync_fails(file) ? -1 : real(file);
}

int ftruncate(int file, off_t length) {
  REAL(ftruncate);
  if (control && control->full && concerns(file) && grows(file, length, 0) && fails(ENOSPC)) return -1;
  return real(file, length);
}

int ftruncate64(int file, off64_t length) {
  REAL(ftruncate64);
  if (control && control->full && concerns(file) && grows(file, length, 0) && fails(ENOSPC)) return -1;
  return real(file, length);
}

int fallocate(int file, int mode, off_t offset, off_t length) {
  REAL(fallocate);
  if (control && control->full && concerns(file) && fails(ENOSPC)) return -1;
  return real(file, mode, offset, length);
}

int posix_fallocate(int file, off_t offset, off_t length) {
  REAL(posix_fallocate);
  if (control && control->full && concerns(file) && fails(ENOSPC)) return ENOSPC;
  return real(file, offset, length);
}
