#pragma once
/* The type checks of the header need macros that Swift cannot import. */
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

/* libcurl is loaded when the process that calls other servers starts: with the libraries that it needs, it would cost
   each of the others memory and time. The types are those of its header. Swift cannot call variadic functions, so each
   type of value has a function. */

/* Returns 0 if the library is missing. Thread-safe. */
int waymark_curl_load(void);

CURL *_Nullable waymark_curl_make(void);
void waymark_curl_free(CURL *_Nonnull curl);
CURLcode waymark_curl_perform(CURL *_Nonnull curl);
CURLcode waymark_curl_set_long(CURL *_Nonnull curl, CURLoption option, long value);
CURLcode waymark_curl_set_text(CURL *_Nonnull curl, CURLoption option, const char *_Nullable value);
CURLcode waymark_curl_set_pointer(CURL *_Nonnull curl, CURLoption option, void *_Nullable value);
CURLcode waymark_curl_set_receiver(
  CURL *_Nonnull curl, CURLoption option,
  size_t (*_Nonnull receiver)(char *_Nullable bytes, size_t size, size_t count, void *_Nullable context));
/* The function opens each socket, for an address of the host, or returns CURL_SOCKET_BAD. */
CURLcode waymark_curl_set_opener(
  CURL *_Nonnull curl,
  curl_socket_t (*_Nonnull opener)(
    void *_Nullable context, curlsocktype purpose, struct curl_sockaddr *_Nullable address),
  void *_Nullable context);
/* The address to which a response redirects, or null. It lives as long as the handle's request. */
const char *_Nullable waymark_curl_redirect(CURL *_Nonnull curl);
CURLcode waymark_curl_status(CURL *_Nonnull curl, long *_Nonnull status);
struct curl_slist *_Nullable waymark_curl_append(struct curl_slist *_Nullable list, const char *_Nonnull line);
void waymark_curl_free_list(struct curl_slist *_Nullable list);
