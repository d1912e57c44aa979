#pragma once
#include <gio/gunixfdlist.h>
#include <glib-unix.h>
#include <gtk/gtk.h>
// Glibc's module map leaves bindtextdomain and setlocale's friends out, and mallopt.
#include <libintl.h>
#include <malloc.h>

/// Has all who listen to a surface's events hear one; whether one of them took it.
static inline gboolean plumbago_surface_tell_event(GdkSurface *surface, GdkEvent *event) {
  gboolean taken = FALSE;
  g_signal_emit_by_name(surface, "event", event, &taken);
  return taken;
}

#ifdef GDK_WINDOWING_WAYLAND
#include <gdk/wayland/gdkwayland.h>

/// The connection of a display, NULL where it is none of Wayland.
static inline struct wl_display *plumbago_wayland_display(GdkDisplay *display) {
  return GDK_IS_WAYLAND_DISPLAY(display) ? gdk_wayland_display_get_wl_display(display) : NULL;
}

/// The compositor's name for a surface, NULL where it is none of Wayland.
static inline struct wl_surface *plumbago_wayland_surface(GdkSurface *surface) {
  return GDK_IS_WAYLAND_SURFACE(surface) ? gdk_wayland_surface_get_wl_surface(surface) : NULL;
}
#else
struct wl_display;
struct wl_surface;
static inline struct wl_display *plumbago_wayland_display(GdkDisplay *display) { return NULL; }
static inline struct wl_surface *plumbago_wayland_surface(GdkSurface *surface) { return NULL; }
#endif
