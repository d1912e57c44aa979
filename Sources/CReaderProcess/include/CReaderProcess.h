#pragma once

#include <stddef.h>
#include <sys/types.h>

// The descriptors that a reader begins with.
enum {
  READER_SOCKET = 3,
  READER_FILE = 4,
  READER_PIXELS = 5,
};

// Memory of a fixed size that another process can write and neither shrink nor grow; -1 where there is none, with
// errno.
int reader_memory(size_t size);

// Starts a reader that has nothing of this process but the three descriptors; 0 or an error number.
//
// It ends with the thread that calls this.
int reader_spawn(const char *program, int socket, int file, int pixels, pid_t *pid);
