#define _GNU_SOURCE
#include "CWaylandServer.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "generated/pointer-gestures-unstable-v1-code.h"
#include "generated/presentation-time-code.h"
#include "generated/tablet-unstable-v2-code.h"
#include "generated/text-input-unstable-v3-code.h"
#include "generated/viewporter-code.h"
#include "generated/xdg-foreign-unstable-v1-code.h"
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

// A client that the scheduler keeps from reading for a moment is disconnected by libwayland once the socket is full,
// which each small write fills by a page's worth: the kernel's usual limit holds a few hundred events of a pen.
static void widen_buffer(struct wl_listener *listener, void *data) {
  (void)listener;
  int size = 16 << 20;
  int fd = wl_client_get_fd(data);
  // Beyond the system's limit for root alone.
  if (setsockopt(fd, SOL_SOCKET, SO_SNDBUFFORCE, &size, sizeof size) != 0) {
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
  }
}

void cwayland_widen_client_buffers(struct wl_display *display) {
  // One for all displays would be linked into several lists.
  struct wl_listener *listener = calloc(1, sizeof *listener);
  if (!listener) return;
  listener->notify = widen_buffer;
  wl_display_add_client_created_listener(display, listener);
}
