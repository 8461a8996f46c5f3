#include "CPostgres.h"

#include <dlfcn.h>
#include <pthread.h>

static struct waymark_libpq functions;
static int is_loaded = 0;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define LOAD(name) \
  if (!(functions.name = (__typeof__(&name))dlsym(library, #name))) return;
  WAYMARK_LIBPQ_FUNCTIONS(LOAD)
  is_loaded = 1;
}

const struct waymark_libpq *waymark_libpq(void) {
  pthread_once(&once, load);
  return is_loaded ? &functions : 0;
}
