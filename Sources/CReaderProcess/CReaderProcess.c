#define _GNU_SOURCE
#include "CReaderProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int reader_memory(size_t size) {
  int memory = memfd_create("plumbago-reader", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (memory < 0) return -1;
  // A reader that could shrink it would end the program that reads beyond its end.
  if (ftruncate(memory, (off_t)size) != 0 ||
      fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    int error = errno;
    close(memory);
    errno = error;
    return -1;
  }
  return memory;
}

int reader_spawn(const char *program, int socket, int file, int pixels, pid_t *pid) {
  // Copies far above those that the reader gets, so that none of them is overwritten before it is copied.
  int high[3] = {-1, -1, -1};
  int own[3] = {socket, file, pixels};
  int error = 0;
  for (int i = 0; i < 3; i++) {
    high[i] = fcntl(own[i], F_DUPFD_CLOEXEC, 16);
    if (high[i] < 0) error = errno;
  }
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  if (error == 0) {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    for (int i = 0; i < 3; i++) posix_spawn_file_actions_adddup2(&actions, high[i], READER_SOCKET + i);
    posix_spawn_file_actions_addclosefrom_np(&actions, READER_PIXELS + 1);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    // Of the environment only what finds fonts and libraries.
    static const char *const kept[] = {"HOME", "LANG", "LC_ALL", "FONTCONFIG_FILE", "FONTCONFIG_PATH", "XDG_DATA_HOME",
                                       "XDG_CACHE_HOME", "LD_LIBRARY_PATH", "GDK_PIXBUF_MODULE_FILE", NULL};
    char *environment[16];
    int count = 0;
    for (int i = 0; kept[i] != NULL && error == 0; i++) {
      const char *value = getenv(kept[i]);
      if (value == NULL) continue;
      size_t length = strlen(kept[i]) + strlen(value) + 2;
      char *entry = malloc(length);
      if (entry == NULL) {
        error = ENOMEM;
        break;
      }
      strcpy(entry, kept[i]);
      strcat(entry, "=");
      strcat(entry, value);
      environment[count++] = entry;
    }
    environment[count] = NULL;
    char *arguments[] = {(char *)program, NULL};
    if (error == 0) error = posix_spawn(pid, program, &actions, &attributes, arguments, environment);
    for (int i = 0; i < count; i++) free(environment[i]);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  for (int i = 0; i < 3; i++)
    if (high[i] >= 0) close(high[i]);
  return error;
}
