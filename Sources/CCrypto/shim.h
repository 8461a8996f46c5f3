#pragma once
// SHA256_Init and its kin are deprecated in favour of calls that cost several times as much for a short message.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

// A macro made of macros, which Swift does not import.
static const int public_key_selection = EVP_PKEY_PUBLIC_KEY;
