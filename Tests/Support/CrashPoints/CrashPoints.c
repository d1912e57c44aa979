// The calls of the C library by which files and folders change, each of them a point at which the
// process can be made to end. Symbols of an executable come before those of the libraries that it
// loads, so these are what SQLite calls, too. They do what the C library's do.

#define _GNU_SOURCE
#include "CrashPoints.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long calls_left = -1;

void crash_points_end_after(long calls) { atomic_store(&calls_left, calls); }

static void crash_point(void) {
  if (atomic_load(&calls_left) < 0) return;
  if (atomic_fetch_sub(&calls_left, 1) == 0) kill(getpid(), SIGKILL);
}

int rename(const char *from, const char *to) {
  crash_point();
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  crash_point();
  return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
}

int link(const char *from, const char *to) {
  crash_point();
  return (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int unlink(const char *path) {
  crash_point();
  return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

int ftruncate(int file, off_t size) {
  crash_point();
  return (int)syscall(SYS_ftruncate, file, size);
}

int ftruncate64(int file, off64_t size) {
  crash_point();
  return (int)syscall(SYS_ftruncate, file, size);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  crash_point();
  return syscall(SYS_pwrite64, file, bytes, count, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  crash_point();
  return syscall(SYS_pwrite64, file, bytes, count, offset);
}

int fsync(int file) {
  crash_point();
  return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file) {
  crash_point();
  return (int)syscall(SYS_fdatasync, file);
}

static int open_file(const char *path, int flags, mode_t mode) {
  if (flags & (O_CREAT | O_TRUNC)) crash_point();
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_file(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_file(path, flags | O_LARGEFILE, mode);
}
