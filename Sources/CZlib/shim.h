#pragma once
#include <limits.h>
#include <string.h>
#include <zlib.h>

// Compresses the whole input in one call, because Swift cannot call the macro that begins a stream. Returns the size, or
// 0 if it does not fit.
static inline size_t deflate_whole(
    const unsigned char *input, size_t count, unsigned char *output, size_t room, int window_bits, int level) {
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  if (count > UINT_MAX || room > UINT_MAX) return 0;
  if (deflateInit2(&stream, level, Z_DEFLATED, window_bits, 9, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
  stream.next_in = (unsigned char *)input;
  stream.avail_in = (unsigned)count;
  stream.next_out = output;
  stream.avail_out = (unsigned)room;
  int is_whole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  size_t written = stream.total_out;
  deflateEnd(&stream);
  return is_whole ? written : 0;
}

// Expands a whole zlib stream. Returns the size, or 0 if the stream is damaged, has bytes after it, or does not fit.
static inline size_t inflate_whole(const unsigned char *input, size_t count, unsigned char *output, size_t room) {
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  if (count > UINT_MAX || room > UINT_MAX) return 0;
  if (inflateInit(&stream) != Z_OK) return 0;
  stream.next_in = (unsigned char *)input;
  stream.avail_in = (unsigned)count;
  stream.next_out = output;
  stream.avail_out = (unsigned)room;
  int is_whole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0;
  size_t written = stream.total_out;
  inflateEnd(&stream);
  return is_whole ? written : 0;
}
