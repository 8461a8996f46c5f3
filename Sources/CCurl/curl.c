#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>

#define FUNCTIONS(each) \
  each(curl_global_init) each(curl_easy_init) each(curl_easy_cleanup) each(curl_easy_perform) each(curl_easy_setopt) \
  each(curl_easy_getinfo) each(curl_slist_append) each(curl_slist_free_all)

#define MEMBER(name) __typeof__(&name) name;
static struct {
  FUNCTIONS(MEMBER)
} functions;
static int is_loaded = 0;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define LOAD(name) \
  if (!(functions.name = (__typeof__(&name))dlsym(library, #name))) return;
  FUNCTIONS(LOAD)
  is_loaded = functions.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

int waymark_curl_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

CURL *waymark_curl_make(void) { return waymark_curl_load() ? functions.curl_easy_init() : 0; }
void waymark_curl_free(CURL *curl) { functions.curl_easy_cleanup(curl); }
CURLcode waymark_curl_perform(CURL *curl) { return functions.curl_easy_perform(curl); }

CURLcode waymark_curl_set_long(CURL *curl, CURLoption option, long value) {
  return functions.curl_easy_setopt(curl, option, value);
}

CURLcode waymark_curl_set_text(CURL *curl, CURLoption option, const char *value) {
  return functions.curl_easy_setopt(curl, option, value);
}

CURLcode waymark_curl_set_pointer(CURL *curl, CURLoption option, void *value) {
  return functions.curl_easy_setopt(curl, option, value);
}

CURLcode waymark_curl_set_receiver(
  CURL *curl, CURLoption option, size_t (*receiver)(char *bytes, size_t size, size_t count, void *context)) {
  return functions.curl_easy_setopt(curl, option, receiver);
}

CURLcode waymark_curl_set_opener(
  CURL *curl, curl_socket_t (*opener)(void *context, curlsocktype purpose, struct curl_sockaddr *address),
  void *context) {
  CURLcode code = functions.curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, opener);
  return code != CURLE_OK ? code : functions.curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, context);
}

const char *waymark_curl_redirect(CURL *curl) {
  char *address = 0;
  return functions.curl_easy_getinfo(curl, CURLINFO_REDIRECT_URL, &address) == CURLE_OK ? address : 0;
}

CURLcode waymark_curl_status(CURL *curl, long *status) {
  return functions.curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, status);
}

struct curl_slist *waymark_curl_append(struct curl_slist *list, const char *line) {
  return functions.curl_slist_append(list, line);
}

void waymark_curl_free_list(struct curl_slist *list) {
  if (list) functions.curl_slist_free_all(list);
}
