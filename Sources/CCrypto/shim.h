#pragma once
// The replacements of the deprecated SHA256_Init and MD5_Init cost several times as much for a short message.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/md5.h>
#include <openssl/params.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

// Keys are built in C: their parameters are pointers that must outlive the call, and the parameter names are macros.
static inline EVP_PKEY *checked_public_key(const char *kind, OSSL_PARAM *parameters) {
  EVP_PKEY *key = NULL;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, kind, NULL);
  if (context != NULL && EVP_PKEY_fromdata_init(context) == 1)
    EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters);
  EVP_PKEY_CTX_free(context);
  if (key == NULL) return NULL;
  context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
  int is_sound = context != NULL && EVP_PKEY_public_check(context) == 1;
  EVP_PKEY_CTX_free(context);
  if (is_sound) return key;
  EVP_PKEY_free(key);
  return NULL;
}

// Both numbers are little-endian.
static inline EVP_PKEY *rsa_public_key(unsigned char *n, size_t n_count, unsigned char *e, size_t e_count) {
  OSSL_PARAM parameters[] = {
    OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_RSA_N, n, n_count),
    OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_RSA_E, e, e_count),
    OSSL_PARAM_construct_end(),
  };
  return checked_public_key("RSA", parameters);
}

static inline EVP_PKEY *p256_public_key(unsigned char *point, size_t count) {
  char group[] = "prime256v1";
  OSSL_PARAM parameters[] = {
    OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group, 0),
    OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point, count),
    OSSL_PARAM_construct_end(),
  };
  return checked_public_key("EC", parameters);
}

// HKDF with SHA-256 (RFC 5869). Returns 1 on success.
static inline int hkdf_sha256(unsigned char *out, size_t out_count, const unsigned char *secret, size_t secret_count,
                              const unsigned char *salt, size_t salt_count, const unsigned char *info,
                              size_t info_count) {
  char digest[] = "SHA256";
  OSSL_PARAM parameters[] = {
    OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest, 0),
    OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)secret, secret_count),
    OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_count),
    OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, info_count),
    OSSL_PARAM_construct_end(),
  };
  EVP_KDF *kdf = EVP_KDF_fetch(NULL, "HKDF", NULL);
  EVP_KDF_CTX *context = EVP_KDF_CTX_new(kdf);
  int code = context != NULL ? EVP_KDF_derive(context, out, out_count, parameters) : 0;
  EVP_KDF_CTX_free(context);
  EVP_KDF_free(kdf);
  return code;
}
