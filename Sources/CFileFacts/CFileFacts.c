#define _GNU_SOURCE
#include "CFileFacts.h"

#include <fcntl.h>
#include <sys/stat.h>

int64_t plumbago_file_birth(const char *path) {
  struct statx facts;
  if (statx(AT_FDCWD, path, 0, STATX_BTIME, &facts) != 0) return 0;
  if ((facts.stx_mask & STATX_BTIME) == 0) return 0;
  return facts.stx_btime.tv_sec * INT64_C(1000000000) + facts.stx_btime.tv_nsec;
}
