// The calls of the C library by which files and folders change, each of them a point at which the
// process can be made to end. Symbols of an executable come before those of the libraries that it
// loads, so these are what SQLite calls, too. They do what the C library's do.

#define _GNU_SOURCE
#include "CrashPoints.h"

#include <errno.h>
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

static _Atomic(enum crash_points_lack) lacking = crash_points_lack_nothing;
static atomic_int rival_before = -1;

void crash_points_lack(enum crash_points_lack lack) { atomic_store(&lacking, lack); }

void crash_points_make_rival(enum crash_points_naming before) { atomic_store(&rival_before, (int)before); }

// What is about to get a name: another program is faster, where the test says so.
static void naming(enum crash_points_naming call, const char *name) {
  int expected = (int)call;
  if (!atomic_compare_exchange_strong(&rival_before, &expected, -1)) return;
  int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
  int file = (int)syscall(SYS_openat, AT_FDCWD, name, flags, 0644);
  if (file < 0) return;
  syscall(SYS_write, file, "a rival", 7);
  syscall(SYS_close, file);
}

static int refuse(int number) {
  errno = number;
  return -1;
}

int rename(const char *from, const char *to) {
  crash_point();
  naming(crash_points_naming_rename, to);
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  crash_point();
  naming(crash_points_naming_noreplace, to);
  if (flags != 0 && atomic_load(&lacking) >= crash_points_lack_noreplace) return refuse(EINVAL);
  return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
}

int link(const char *from, const char *to) {
  crash_point();
  naming(crash_points_naming_link, to);
  if (atomic_load(&lacking) >= crash_points_lack_links) return refuse(EPERM);
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
