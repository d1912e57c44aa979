#pragma once

#include <stdint.h>
#include <sys/xattr.h>

/// What a file system knows of a file beside its bytes, where Swift's `Glibc` has no call for it.
///
/// In C, as `statx` is declared for GNU's extensions alone, and extended attributes are in no header of that module:
/// they come with this one.

/// When a file was made, in nanoseconds since 1970; 0 where the file system does not say, and where nothing has the path.
int64_t plumbago_file_birth(const char *path);
