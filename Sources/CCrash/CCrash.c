#define _GNU_SOURCE
#include "CCrash.h"

#include <execinfo.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

// Everything that the handler uses is here before it runs. Of the system it calls only what signal-safety(7) lists, and
// backtrace(3), which is prepared by a first call.

enum { most_frames = 128, stack_size = 64 * 1024, line_size = 512 };

static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS};
enum { signal_count = sizeof signals / sizeof signals[0] };

static char crash_path[PATH_MAX];
static char crash_header[PLUMBAGO_CRASH_HEADER];
static struct sigaction before[signal_count];
static char stack[stack_size];
static void *frames[most_frames];
static atomic_flag is_written = ATOMIC_FLAG_INIT;

static void put(int file, const char *text, size_t length) {
  while (length > 0) {
    ssize_t n = write(file, text, length);
    if (n <= 0) return;
    text += n;
    length -= (size_t)n;
  }
}

static void put_text(int file, const char *text) { put(file, text, strlen(text)); }

static void put_number(int file, uintptr_t value, unsigned base) {
  char digits[24];
  size_t i = sizeof digits;
  do {
    digits[--i] = "0123456789abcdef"[value % base];
    value /= base;
  } while (value > 0);
  put(file, digits + i, sizeof digits - i);
}

// A line of /proc/self/maps, "BEGIN-END PERMISSIONS OFFSET DEVICE INODE   PATH": its range, offset and the file's name
// where it is code. The folders of the path are left out: they tell of the person.
static void put_mapping(int file, const char *line, size_t length) {
  const char *end = line + length;
  const char *permissions = memchr(line, ' ', length);
  if (permissions == NULL || end - permissions < 6 || permissions[3] != 'x') return;
  const char *offset = permissions + 6;
  const char *offset_end = memchr(offset, ' ', (size_t)(end - offset));
  const char *slash = memrchr(line, '/', length);
  if (offset_end == NULL || slash == NULL) return;
  put_text(file, "code ");
  put(file, line, (size_t)(permissions - line));
  put_text(file, " ");
  put(file, offset, (size_t)(offset_end - offset));
  put_text(file, " ");
  put(file, slash + 1, (size_t)(end - slash - 1));
  put_text(file, "\n");
}

static void put_code(int file) {
  static char buffer[4096];
  static char line[line_size];
  size_t length = 0;
  int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (maps < 0) return;
  for (;;) {
    ssize_t n = read(maps, buffer, sizeof buffer);
    if (n <= 0) break;
    for (ssize_t i = 0; i < n; i++) {
      if (buffer[i] != '\n') {
        // What is too long for a line is a path's middle: its end counts.
        if (length == sizeof line) {
          memmove(line + 100, line + 101, sizeof line - 101);
          length--;
        }
        line[length++] = buffer[i];
        continue;
      }
      put_mapping(file, line, length);
      length = 0;
    }
  }
  close(maps);
}

static void write_crash(int number, const siginfo_t *info) {
  int file = open(crash_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return;
  put_text(file, crash_header);
  put_text(file, "signal ");
  put_number(file, (uintptr_t)number, 10);
  put_text(file, "\n");
  if (info->si_code > 0 && number != SIGABRT) {
    put_text(file, "address ");
    put_number(file, (uintptr_t)info->si_addr, 16);
    put_text(file, "\n");
  }
  put_code(file);
  // Last, as it is what may fail on a damaged stack.
  int count = backtrace(frames, most_frames);
  for (int i = 0; i < count; i++) {
    put_text(file, "frame ");
    put_number(file, (uintptr_t)frames[i], 16);
    put_text(file, "\n");
  }
  close(file);
}

static void crashed(int number, siginfo_t *info, void *context) {
  (void)context;
  // A second crash, in here or on another thread, is the system's.
  for (size_t i = 0; i < signal_count; i++) {
    sigaction(signals[i], &before[i], NULL);
  }
  if (!atomic_flag_test_and_set(&is_written)) write_crash(number, info);
  // A faulty instruction faults again; what was sent is sent again, and ends the process in any case.
  int is_fault = number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE;
  if (is_fault && info->si_code > 0) return;
  raise(number);
  struct sigaction end = {0};
  end.sa_handler = SIG_DFL;
  sigaction(number, &end, NULL);
  raise(number);
}

void plumbago_crash_watch(const char *path, const char *header) {
  if (strlen(path) >= sizeof crash_path) return;
  strcpy(crash_path, path);
  strncpy(crash_header, header, sizeof crash_header - 1);
  // The first call loads the unwinder.
  backtrace(frames, 1);
  // A stack that has overflown leaves no room for the handler.
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  stack_t old = {0};
  if (sigaltstack(NULL, &old) != 0 || (old.ss_flags & SS_DISABLE)) sigaltstack(&alternate, NULL);
  struct sigaction action = {0};
  action.sa_sigaction = crashed;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < signal_count; i++) sigaction(signals[i], &action, &before[i]);
}
