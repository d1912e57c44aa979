#define _GNU_SOURCE
#include "CWaylandServer.h"

#include <fcntl.h>
#include <unistd.h>

#include "generated/pointer-gestures-unstable-v1-code.h"
#include "generated/presentation-time-code.h"
#include "generated/tablet-unstable-v2-code.h"
#include "generated/viewporter-code.h"
#include "generated/xdg-shell-code.h"

#define CWAYLAND_INTERFACE(name) \
  const struct wl_interface *cwayland_##name(void) { return &name##_interface; }
#include "CWaylandInterfaces.h"

void cwayland_post_error(struct wl_resource *resource, uint32_t code, const char *message) {
  wl_resource_post_error(resource, code, "%s", message);
}

int cwayland_memory_file(const char *name, const void *bytes, size_t size, int sealed) {
  int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) return -1;
  for (size_t done = 0; bytes && done < size;) {
    ssize_t n = write(fd, (const char *)bytes + done, size - done);
    if (n <= 0) {
      close(fd);
      return -1;
    }
    done += (size_t)n;
  }
  if (!bytes && ftruncate(fd, (off_t)size) != 0) {
    close(fd);
    return -1;
  }
  if (sealed) fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
  return fd;
}
