#pragma once
#include <zlib.h>

// Swift reads no macro with arguments.
static inline int plumbago_inflate_begin(z_stream *stream, int windowBits) {
  return inflateInit2(stream, windowBits);
}

static inline int plumbago_deflate_begin(z_stream *stream, int level, int windowBits) {
  return deflateInit2(stream, level, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY);
}
