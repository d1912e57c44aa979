#pragma once
// What a layer of ink says to a Wayland compositor. Without libwayland's headers (a GTK for X11 alone)
// the same functions are here and say that there is no compositor; the library itself is linked by
// pkg-config, so that nothing asks for it there.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A buffer of shared memory, and whom to tell when the compositor has done with it.
struct ink_buffer {
  struct wl_buffer *buffer;
  void (*released)(void *owner);
  void *owner;
};

/// What a compositor has to offer for a layer.
struct ink_globals {
  struct wl_compositor *compositor;
  struct wl_subcompositor *subcompositor;
  struct wl_shm *shm;
};

/// A surface over a parent's, of which it is a part.
struct ink_layer {
  struct wl_surface *surface;
  struct wl_subsurface *subsurface;
  /// Buffer pixels for a logical pixel, as the compositor was told last.
  int32_t scale;
};

/// A touchscreen's contacts, and whom to tell of them.
struct ink_touch {
  struct wl_seat *seat;
  struct wl_touch *touch;
  /// A contact began, at a position on a surface, in milliseconds of the compositor's clock.
  void (*began)(void *owner, int32_t id, uint32_t time, double x, double y);
  /// A contact is so long at its longest, in the units of the surface.
  void (*measured)(void *owner, int32_t id, double length);
  void *owner;
};

#if defined(__has_include) && !defined(PLUMBAGO_WITHOUT_WAYLAND)
#if __has_include(<wayland-client.h>)
#define INK_HAS_WAYLAND 1
#endif
#endif

#ifdef INK_HAS_WAYLAND

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>

// glibc shows it to _GNU_SOURCE alone.
extern int memfd_create(const char *name, unsigned flags);

static inline void ink_global_came(
    void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
  struct ink_globals *g = (struct ink_globals *)data;
  // Version 4 has damage in the pixels of the buffer.
  if (strcmp(interface, "wl_compositor") == 0 && version >= 4 && !g->compositor)
    g->compositor =
        (struct wl_compositor *)wl_registry_bind(registry, name, &wl_compositor_interface, 4);
  else if (strcmp(interface, "wl_subcompositor") == 0 && !g->subcompositor)
    g->subcompositor =
        (struct wl_subcompositor *)wl_registry_bind(registry, name, &wl_subcompositor_interface, 1);
  else if (strcmp(interface, "wl_shm") == 0 && !g->shm)
    g->shm = (struct wl_shm *)wl_registry_bind(registry, name, &wl_shm_interface, 1);
}

static inline void ink_global_went(void *data, struct wl_registry *registry, uint32_t name) {}

static inline void ink_globals_release(struct ink_globals *g) {
  if (g->compositor) wl_compositor_destroy(g->compositor);
  if (g->subcompositor) wl_subcompositor_destroy(g->subcompositor);
  if (g->shm) wl_shm_destroy(g->shm);
  g->compositor = NULL;
  g->subcompositor = NULL;
  g->shm = NULL;
}

/// Binds what a layer needs; false where something is missing.
///
/// On a queue of its own, so that nothing of GTK's runs meanwhile; what comes later (a buffer's
/// release) is dispatched with GTK's own events.
static inline bool ink_globals_bind(struct wl_display *display, struct ink_globals *out) {
  static const struct wl_registry_listener listener = {ink_global_came, ink_global_went};
  memset(out, 0, sizeof *out);
  struct wl_event_queue *queue = wl_display_create_queue(display);
  struct wl_display *wrapper = (struct wl_display *)wl_proxy_create_wrapper(display);
  if (!queue || !wrapper) {
    if (wrapper) wl_proxy_wrapper_destroy(wrapper);
    if (queue) wl_event_queue_destroy(queue);
    return false;
  }
  wl_proxy_set_queue((struct wl_proxy *)wrapper, queue);
  struct wl_registry *registry = wl_display_get_registry(wrapper);
  wl_proxy_wrapper_destroy(wrapper);
  wl_registry_add_listener(registry, &listener, out);
  bool ok = wl_display_roundtrip_queue(display, queue) >= 0;
  wl_registry_destroy(registry);
  if (ok && out->compositor && out->subcompositor && out->shm) {
    wl_proxy_set_queue((struct wl_proxy *)out->compositor, NULL);
    wl_proxy_set_queue((struct wl_proxy *)out->subcompositor, NULL);
    wl_proxy_set_queue((struct wl_proxy *)out->shm, NULL);
  } else {
    ok = false;
    ink_globals_release(out);
  }
  wl_event_queue_destroy(queue);
  return ok;
}

/// A layer on top of `parent`, from its top left corner on, that takes no input and whose commits
/// wait for nobody's.
///
/// It stands there from the parent's next commit on.
static inline struct ink_layer ink_layer_create(
    const struct ink_globals *g, struct wl_surface *parent) {
  struct ink_layer layer;
  layer.scale = 1;
  layer.surface = wl_compositor_create_surface(g->compositor);
  layer.subsurface = wl_subcompositor_get_subsurface(g->subcompositor, layer.surface, parent);
  struct wl_region *nothing = wl_compositor_create_region(g->compositor);
  wl_surface_set_input_region(layer.surface, nothing);
  wl_region_destroy(nothing);
  wl_subsurface_place_above(layer.subsurface, parent);
  wl_subsurface_set_position(layer.subsurface, 0, 0);
  wl_subsurface_set_desync(layer.subsurface);
  return layer;
}

static inline void ink_layer_destroy(struct ink_layer *layer) {
  wl_subsurface_destroy(layer->subsurface);
  wl_surface_destroy(layer->surface);
}

/// Puts the layer's top left corner elsewhere on its parent, with the parent's next commit.
static inline void ink_layer_move(const struct ink_layer *layer, int32_t x, int32_t y) {
  wl_subsurface_set_position(layer->subsurface, x, y);
}

/// Commits from now on wait for the parent's next one.
static inline void ink_layer_wait_for_parent(const struct ink_layer *layer) {
  wl_subsurface_set_sync(layer->subsurface);
}

/// Commits wait no more; what still waits is shown.
static inline void ink_layer_go_alone(const struct ink_layer *layer) {
  wl_subsurface_set_desync(layer->subsurface);
}

/// Shows `buffer`, or nothing for NULL.
static inline void ink_layer_attach(
    struct ink_layer *layer, struct wl_buffer *buffer, int32_t scale) {
  // It lasts from commit to commit.
  if (layer->scale != scale) wl_surface_set_buffer_scale(layer->surface, scale);
  layer->scale = scale;
  wl_surface_attach(layer->surface, buffer, 0, 0);
}

/// A box that changed, in pixels of the buffer.
static inline void ink_layer_damage(
    const struct ink_layer *layer, int32_t x, int32_t y, int32_t width, int32_t height) {
  wl_surface_damage_buffer(layer->surface, x, y, width, height);
}

static inline void ink_layer_commit(const struct ink_layer *layer) {
  wl_surface_commit(layer->surface);
}

static inline void ink_display_flush(struct wl_display *display) { wl_display_flush(display); }

/// A file of `size` bytes of nothing in memory, which never shrinks; -1 where there is none to be had.
static inline int ink_shared_memory(size_t size) {
  int fd = memfd_create("wet-ink", 3 /* MFD_CLOEXEC | MFD_ALLOW_SEALING */);
  if (fd < 0) return -1;
  if (ftruncate(fd, (off_t)size) != 0) {
    close(fd);
    return -1;
  }
  // A compositor need not fear to read beyond its end: F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK.
  fcntl(fd, 1033, 3);
  return fd;
}

static inline void ink_buffer_released(void *data, struct wl_buffer *buffer) {
  struct ink_buffer *b = (struct ink_buffer *)data;
  b->released(b->owner);
}

/// Makes `b->buffer` from `height` rows of `stride` bytes, premultiplied ARGB.
///
/// `b` must stay where it is until ink_buffer_destroy.
static inline void ink_buffer_create(
    const struct ink_globals *g, struct ink_buffer *b, int fd, int32_t width, int32_t height,
    int32_t stride) {
  static const struct wl_buffer_listener listener = {ink_buffer_released};
  struct wl_shm_pool *pool = wl_shm_create_pool(g->shm, fd, stride * height);
  b->buffer =
      wl_shm_pool_create_buffer(pool, 0, width, height, stride, WL_SHM_FORMAT_ARGB8888);
  wl_shm_pool_destroy(pool);
  wl_buffer_add_listener(b->buffer, &listener, b);
}

static inline void ink_buffer_destroy(struct ink_buffer *b) { wl_buffer_destroy(b->buffer); }

static inline void ink_touch_down(
    void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, struct wl_surface *surface,
    int32_t id, wl_fixed_t x, wl_fixed_t y) {
  struct ink_touch *t = (struct ink_touch *)data;
  t->began(t->owner, id, time, wl_fixed_to_double(x), wl_fixed_to_double(y));
}
static inline void ink_touch_up(
    void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, int32_t id) {}
static inline void ink_touch_motion(
    void *data, struct wl_touch *touch, uint32_t time, int32_t id, wl_fixed_t x, wl_fixed_t y) {}
static inline void ink_touch_frame(void *data, struct wl_touch *touch) {}
static inline void ink_touch_cancel(void *data, struct wl_touch *touch) {}
static inline void ink_touch_shape(
    void *data, struct wl_touch *touch, int32_t id, wl_fixed_t major, wl_fixed_t minor) {
  struct ink_touch *t = (struct ink_touch *)data;
  t->measured(t->owner, id, wl_fixed_to_double(major));
}
static inline void ink_touch_orientation(
    void *data, struct wl_touch *touch, int32_t id, wl_fixed_t orientation) {}

static inline void ink_seat_capabilities(void *data, struct wl_seat *seat, uint32_t capabilities) {
  static const struct wl_touch_listener listener = {
      ink_touch_down,   ink_touch_up,    ink_touch_motion,     ink_touch_frame,
      ink_touch_cancel, ink_touch_shape, ink_touch_orientation};
  struct ink_touch *t = (struct ink_touch *)data;
  bool has = (capabilities & WL_SEAT_CAPABILITY_TOUCH) != 0;
  if (has && !t->touch) {
    t->touch = wl_seat_get_touch(seat);
    wl_touch_add_listener(t->touch, &listener, t);
  } else if (!has && t->touch) {
    wl_touch_release(t->touch);
    t->touch = NULL;
  }
}
static inline void ink_seat_name(void *data, struct wl_seat *seat, const char *name) {}

static inline void ink_seat_came(
    void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
  static const struct wl_seat_listener listener = {ink_seat_capabilities, ink_seat_name};
  struct ink_touch *t = (struct ink_touch *)data;
  // Version 6 measures contacts.
  if (strcmp(interface, "wl_seat") != 0 || version < 6 || t->seat) return;
  t->seat = (struct wl_seat *)wl_registry_bind(registry, name, &wl_seat_interface, 6);
  wl_seat_add_listener(t->seat, &listener, t);
}

/// Listens to the touchscreen of the first seat beside GTK, which does not tell how large a contact is.
///
/// What is heard comes with GTK's own events, each before GTK tells of the same contact. `t` must stay where
/// it is for good.
static inline void ink_touch_listen(struct wl_display *display, struct ink_touch *t) {
  static const struct wl_registry_listener listener = {ink_seat_came, ink_global_went};
  struct wl_registry *registry = wl_display_get_registry(display);
  wl_registry_add_listener(registry, &listener, t);
}

#else

struct wl_display;
struct wl_surface;
struct wl_buffer;

static inline void ink_touch_listen(struct wl_display *display, struct ink_touch *t) {}
static inline bool ink_globals_bind(struct wl_display *display, struct ink_globals *out) {
  return false;
}
static inline struct ink_layer ink_layer_create(
    const struct ink_globals *g, struct wl_surface *parent) {
  struct ink_layer layer = {0, 0, 1};
  return layer;
}
static inline void ink_layer_destroy(struct ink_layer *layer) {}
static inline void ink_layer_move(const struct ink_layer *layer, int32_t x, int32_t y) {}
static inline void ink_layer_wait_for_parent(const struct ink_layer *layer) {}
static inline void ink_layer_go_alone(const struct ink_layer *layer) {}
static inline void ink_layer_attach(
    struct ink_layer *layer, struct wl_buffer *buffer, int32_t scale) {}
static inline void ink_layer_damage(
    const struct ink_layer *layer, int32_t x, int32_t y, int32_t width, int32_t height) {}
static inline void ink_layer_commit(const struct ink_layer *layer) {}
static inline void ink_display_flush(struct wl_display *display) {}
static inline int ink_shared_memory(size_t size) { return -1; }
static inline void ink_buffer_create(
    const struct ink_globals *g, struct ink_buffer *b, int fd, int32_t width, int32_t height,
    int32_t stride) {}
static inline void ink_buffer_destroy(struct ink_buffer *b) {}

#endif
