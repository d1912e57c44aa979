#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static void limit(int resource, rlim_t value) {
  struct rlimit both = {value, value};
  setrlimit(resource, &both);
}

void sandbox_allow_seconds(unsigned seconds) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  struct rlimit both;
  getrlimit(RLIMIT_CPU, &both);
  both.rlim_cur = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + seconds + 1;
  setrlimit(RLIMIT_CPU, &both);
}

static void *wait_for_end(void *argument) {
  struct pollfd socket = {.fd = (int)(intptr_t)argument, .events = POLLRDHUP};
  for (;;) {
    if (poll(&socket, 1, -1) < 0 && errno != EINTR) break;
    if (socket.revents & (POLLRDHUP | POLLHUP | POLLERR)) break;
  }
  _exit(0);
}

void sandbox_end_with(int socket) {
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 64 << 10);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_create(&thread, &attributes, wait_for_end, (void *)(intptr_t)socket);
  pthread_attr_destroy(&attributes);
}

// Files: reading below a few folders, nothing else.
static int close_files(void) {
  struct landlock_ruleset_attr handled = {
      .handled_access_fs = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE |
                           LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR |
                           LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
                           LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |
                           LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
                           LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
                           LANDLOCK_ACCESS_FS_MAKE_SYM};
  int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
  if (rules < 0) return 0;
  char own[5][4096];
  const char *home = getenv("HOME");
  const char *data = getenv("XDG_DATA_HOME");
  const char *cache = getenv("XDG_CACHE_HOME");
  memset(own, 0, sizeof own);
  if (home != NULL) {
    snprintf(own[0], sizeof own[0], "%s/.fonts", home);
    snprintf(own[1], sizeof own[1], "%s/.local/share/fonts", home);
    snprintf(own[2], sizeof own[2], "%s/.cache/fontconfig", home);
  }
  if (data != NULL) snprintf(own[3], sizeof own[3], "%s/fonts", data);
  if (cache != NULL) snprintf(own[4], sizeof own[4], "%s/fontconfig", cache);
  const char *folders[] = {"/usr",      "/lib",      "/lib64",         "/etc/fonts",           "/etc/ld.so.cache",
                           "/app",      "/run/host/fonts", "/run/host/fonts-cache", "/nix/store", "/gnu/store",
                           "/var/cache/fontconfig", "/var/lib/fonts", "/dev/null", "/dev/urandom", own[0],
                           own[1],      own[2],      own[3],           own[4]};
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    if (folders[i][0] == 0) continue;
    int folder = open(folders[i], O_PATH | O_CLOEXEC);
    if (folder < 0) continue;
    struct landlock_path_beneath_attr rule = {
        .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR, .parent_fd = folder};
    if (syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0) {
      // A file has no entries to list.
      rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE;
      syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    }
    close(folder);
  }
  int failed = syscall(SYS_landlock_restrict_self, rules, 0) != 0;
  close(rules);
  return failed;
}

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// What poppler, gdk-pixbuf, librsvg, cairo, fontconfig and the libraries below them call; anything else fails with
// EPERM.
static const int allowed[] = {
    SYS_read, SYS_readv, SYS_pread64, SYS_write, SYS_writev, SYS_recvfrom, SYS_recvmsg, SYS_sendto, SYS_sendmsg,
    SYS_close, SYS_lseek, SYS_fstat, SYS_newfstatat, SYS_statx, SYS_getdents64, SYS_readlinkat, SYS_faccessat,
    SYS_fcntl, SYS_dup, SYS_ppoll, SYS_mmap, SYS_munmap, SYS_mprotect, SYS_mremap, SYS_madvise, SYS_brk,
    SYS_futex, SYS_set_robust_list, SYS_get_robust_list, SYS_rseq, SYS_sched_yield, SYS_sched_getaffinity,
    SYS_gettid, SYS_getpid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getrandom,
    SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_uname,
    SYS_sysinfo, SYS_getrusage, SYS_getrlimit, SYS_setrlimit, SYS_rt_sigaction, SYS_rt_sigprocmask,
    SYS_rt_sigreturn, SYS_sigaltstack, SYS_tgkill, SYS_exit, SYS_exit_group, SYS_restart_syscall, SYS_fstatfs,
    SYS_statfs, SYS_getcwd, SYS_membarrier, SYS_fadvise64, SYS_eventfd2, SYS_prctl,
#ifdef SYS_poll
    SYS_poll,
#endif
#ifdef SYS_stat
    SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_arch_prctl, SYS_time,
#endif
#ifdef SYS_faccessat2
    SYS_faccessat2,
#endif
};

static int filter_calls(void) {
#ifndef ARCHITECTURE
  return 0;
#else
  enum { count = sizeof allowed / sizeof *allowed };
  struct sock_filter program[count * 2 + 48];
  unsigned n = 0;
#define CALL(name) offsetof(struct seccomp_data, name)
#define LOAD(offset) program[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)
#define ALLOW program[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE(error) program[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
// The next `skipped` instructions are for a call of this number.
#define UNLESS(value, skipped) \
  program[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(value), 0, (skipped))
  LOAD(CALL(arch));
  program[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
  program[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
  LOAD(CALL(nr));
  for (unsigned i = 0; i < count; i++) {
    UNLESS(allowed[i], 1);
    ALLOW;
  }
  const unsigned writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
  // Threads, and no processes.
  UNLESS(SYS_clone, 4);
  LOAD(CALL(args[0]));
  program[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1);
  ALLOW;
  REFUSE(EPERM);
  // Files to read.
  UNLESS(SYS_openat, 4);
  LOAD(CALL(args[2]));
  program[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, writing, 1, 0);
  ALLOW;
  REFUSE(EACCES);
#ifdef SYS_open
  UNLESS(SYS_open, 4);
  LOAD(CALL(args[1]));
  program[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, writing, 1, 0);
  ALLOW;
  REFUSE(EACCES);
#endif
  // Its own limits, as the library's function for them asks.
  UNLESS(SYS_prlimit64, 4);
  LOAD(CALL(args[0]));
  UNLESS(0, 1);
  ALLOW;
  REFUSE(EPERM);
  // Whose flags are in memory, where no filter can read them; libraries then use clone.
  UNLESS(SYS_clone3, 1);
  REFUSE(ENOSYS);
  REFUSE(EPERM);
  struct sock_fprog filter = {(unsigned short)n, program};
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0) return 0;
  return errno == EINVAL ? 0 : 1;
#endif
}

int sandbox_enter(size_t memory) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return 1;
  limit(RLIMIT_AS, memory);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NOFILE, 64);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 2;
  if (prctl(PR_SET_DUMPABLE, 0) != 0) return 3;
  if (close_files() != 0) return 4;
  if (filter_calls() != 0) return 5;
  return 0;
}
