// libwayland's server side (and the client side, for tests that speak to the compositor directly),
// with the glue of the protocols beyond the core one. That glue is generated: scripts/protocols.
#pragma once

#define WL_HIDE_DEPRECATED
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <wayland-client-core.h>
#include <wayland-client-protocol.h>
#include <wayland-server-core.h>
#include <wayland-server-protocol.h>
#include <xkbcommon/xkbcommon.h>

#if __has_include("../generated/xdg-shell-server.h")
#include "../generated/pointer-gestures-unstable-v1-client.h"
#include "../generated/pointer-gestures-unstable-v1-server.h"
#include "../generated/presentation-time-client.h"
#include "../generated/presentation-time-server.h"
#include "../generated/tablet-unstable-v2-client.h"
#include "../generated/tablet-unstable-v2-server.h"
#include "../generated/text-input-unstable-v3-client.h"
#include "../generated/text-input-unstable-v3-server.h"
#include "../generated/viewporter-client.h"
#include "../generated/viewporter-server.h"
#include "../generated/xdg-foreign-unstable-v1-client.h"
#include "../generated/xdg-foreign-unstable-v1-server.h"
#include "../generated/xdg-shell-client.h"
#include "../generated/xdg-shell-server.h"
#else
#error "The protocol glue is missing: run scripts/protocols first."
#endif

// Swift sees a protocol's `struct NAME_interface` and its `NAME_interface` variable under one
// name, and no stable address for a constant: hence functions.
#define CWAYLAND_INTERFACE(name) const struct wl_interface *cwayland_##name(void);
#include "CWaylandInterfaces.h"
#undef CWAYLAND_INTERFACE

// The variadic functions that Swift cannot call.
void cwayland_post_error(struct wl_resource *resource, uint32_t code, const char *message);

// Makes room for some seconds of events to each client that comes, so that one that does not read for a moment stays.
void cwayland_widen_client_buffers(struct wl_display *display);

// A descriptor of a new anonymous file, sealed against shrinking and growing where `sealed`, or -1.
int cwayland_memory_file(const char *name, const void *bytes, size_t size, int sealed);

// GNU functions that the headers show only to _GNU_SOURCE.
int pipe2(int ends[2], int flags);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
