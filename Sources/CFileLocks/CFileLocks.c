#define _GNU_SOURCE
#include "CFileLocks.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/// The first byte of a database that is locked (SQLite's PENDING_BYTE); bytes before it that are locked are of shared
/// memory.
#define FIRST_LOCKED_BYTE 0x40000000

/// A database on which this process has locks.
///
/// Its connections may lock through one descriptor and unlock through another, so all go through one of its own.
struct database {
  dev_t device;
  ino_t inode;
  int descriptor;
  struct database *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct database *databases;

/// Ends all locks of a description.
///
/// To close its descriptor is not enough: a process that is being started has copies of all descriptors until it
/// executes its program, and locks end with the last of them.
static void unlock_everything(int descriptor) {
  struct flock everything = {.l_type = F_UNLCK, .l_whence = SEEK_SET};
  fcntl(descriptor, F_OFD_SETLK, &everything);
}

/// Where the database of a descriptor is, or would be, in the list.
static struct database **find(const struct stat *file) {
  struct database **link = &databases;
  while (*link && !((*link)->device == file->st_dev && (*link)->inode == file->st_ino)) {
    link = &(*link)->next;
  }
  return link;
}

/// A description of a descriptor's file, with the same access; -1 where that is impossible.
static int reopen(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0) return -1;
  char name[32];
  snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
  return open(name, (flags & O_ACCMODE) | O_NONBLOCK | O_CLOEXEC);
}

/// Locks through the descriptor of the database; -2 where it can have none, else as fcntl.
static int lock_database(int descriptor, int command, struct flock *lock) {
  struct stat file;
  if (fstat(descriptor, &file) != 0) return -2;
  struct database **link = find(&file);
  int everything = lock->l_start == 0 && lock->l_len == 0;
  if (lock->l_type == F_UNLCK && command != F_OFD_GETLK && (everything || !*link)) {
    struct database *known = *link;
    if (!known) return 0;
    *link = known->next;
    unlock_everything(known->descriptor);
    close(known->descriptor);
    free(known);
    return 0;
  }
  if (!*link) {
    struct database *fresh = malloc(sizeof *fresh);
    int own = fresh ? reopen(descriptor) : -1;
    if (own < 0) {
      free(fresh);
      return -2;
    }
    *fresh = (struct database){file.st_dev, file.st_ino, own, NULL};
    *link = fresh;
  }
  return fcntl((*link)->descriptor, command, lock);
}

static int file_locks_fcntl(int descriptor, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  int own = command == F_SETLK    ? F_OFD_SETLK
            : command == F_SETLKW ? F_OFD_SETLKW
            : command == F_GETLK  ? F_OFD_GETLK
                                  : 0;
  if (!own) return fcntl(descriptor, command, argument);
  struct flock *lock = argument;
  // The kernel refuses another value.
  lock->l_pid = 0;
  int isDatabase = lock->l_start == 0 || lock->l_start >= FIRST_LOCKED_BYTE;
  int result = -2;
  if (isDatabase) {
    pthread_mutex_lock(&mutex);
    result = lock_database(descriptor, own, lock);
    pthread_mutex_unlock(&mutex);
  } else {
    result = fcntl(descriptor, own, lock);
  }
  // Where the file system has no locks of this kind, those of the process are better than none.
  if (result == -2 || (result < 0 && errno == EINVAL)) {
    result = fcntl(descriptor, command, argument);
  }
  return result;
}

/// SQLite closes a shared memory without unlocking it.
static int file_locks_close(int descriptor) {
  unlock_everything(descriptor);
  return close(descriptor);
}

void (*plumbago_file_locks_fcntl(void))(void) { return (void (*)(void))file_locks_fcntl; }

void (*plumbago_file_locks_close(void))(void) { return (void (*)(void))file_locks_close; }
