#define _GNU_SOURCE
#include "CScribbleLoader.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <gtk/gtk.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef GDK_WINDOWING_WAYLAND
#include <gdk/wayland/gdkwayland.h>
#endif
#ifdef GDK_WINDOWING_BROADWAY
#include <gdk/broadway/gdkbroadway.h>
#endif

#define EXPORTED __attribute__((visibility("default")))

/// The name of GTK's extension point.
static const char extension_point[] = "gtk-im-module";
/// The name of this input method.
static const char own_name[] = "plumbago";
/// Data of a display, set by programs that handle handwriting themselves (`ScribbleController`).
static const char own_controller[] = "plumbago-scribble";
/// What handles the pen, from the folder of this module on, and its function that begins.
static const char scribble_library[] = "plumbago/libplumbago-scribble.so";
static const char scribble_start[] = "plumbago_scribble_start";
/// A pen within this distance of a field's bounds is near it, in points.
///
/// If it were less, a quick hand would be down before the library is open; if more, pens that never write would open it.
static const float nearness = 100;

static gboolean is_main_thread(void) { return getpid() == gettid(); }

// MARK: The context that the program would have had

/// The input methods that the program or its user chose, by name: of the variable or else of the setting.
static char **chosen_names(GdkDisplay *display, gboolean from_settings) {
  char *names = NULL;
  if (!from_settings) {
    names = g_strdup(g_getenv("GTK_IM_MODULE"));
  } else if (display) {
    g_object_get(gtk_settings_get_for_display(display), "gtk-im-module", &names, NULL);
  }
  char **list = g_strsplit(names ? names : "", ":", 0);
  g_free(names);
  return list;
}

/// Whether GTK would use an input method of this name on a display (GTK 4.8, gtkimmodule.c).
static gboolean fits(GdkDisplay *display, const char *name) {
  if (!strcmp(name, own_name)) return FALSE;
#ifdef GDK_WINDOWING_WAYLAND
  gboolean is_wayland = display && GDK_IS_WAYLAND_DISPLAY(display);
  if (!strcmp(name, "wayland")) {
    return is_wayland && gdk_wayland_display_query_registry(display, "zwp_text_input_manager_v3");
  }
  if (!strcmp(name, "waylandgtk")) {
    return is_wayland && gdk_wayland_display_query_registry(display, "gtk_text_input_manager");
  }
#endif
#ifdef GDK_WINDOWING_BROADWAY
  if (!strcmp(name, "broadway")) return display && GDK_IS_BROADWAY_DISPLAY(display);
#endif
  return TRUE;
}

/// The type of the first of some input methods that is there; `G_TYPE_INVALID` where none is.
static GType first_type(GdkDisplay *display, char **names) {
  GIOExtensionPoint *point = g_io_extension_point_lookup(extension_point);
  for (; *names; names++) {
    if (!fits(display, *names)) continue;
    GIOExtension *extension = g_io_extension_point_get_extension_by_name(point, *names);
    if (extension) return g_io_extension_get_type(extension);
  }
  return G_TYPE_INVALID;
}

/// The type of context that GTK would make if this module were not there.
static GType usual_type(GdkDisplay *display) {
  for (int from_settings = 0; from_settings < 2; from_settings++) {
    char **names = chosen_names(display, from_settings);
    GType type = first_type(display, names);
    g_strfreev(names);
    if (type != G_TYPE_INVALID) return type;
  }
  GList *extensions =
    g_io_extension_point_get_extensions(g_io_extension_point_lookup(extension_point));
  for (; extensions; extensions = extensions->next) {
    if (fits(display, g_io_extension_get_name(extensions->data))) {
      return g_io_extension_get_type(extensions->data);
    }
  }
  return GTK_TYPE_IM_CONTEXT_SIMPLE;
}

/// Whether this input method was chosen by name. GTK falls back to it, too, where there is no other.
static gboolean is_chosen(GdkDisplay *display) {
  gboolean is_chosen = FALSE;
  for (int from_settings = 0; from_settings < 2 && !is_chosen; from_settings++) {
    char **names = chosen_names(display, from_settings);
    is_chosen = g_strv_contains((const char *const *)names, own_name);
    g_strfreev(names);
  }
  return is_chosen;
}

// MARK: The first pen near a field

/// The path of a file, given from the folder of this module on; to be freed.
static char *path_beside(const char *name) {
  Dl_info info;
  if (!dladdr(extension_point, &info) || !info.dli_fname) return NULL;
  char *folder = g_path_get_dirname(info.dli_fname);
  char *path = g_build_filename(folder, name, NULL);
  g_free(folder);
  return path;
}

/// Opens what handles the pen.
static void start_scribble(void) {
  char *path = path_beside(scribble_library);
  if (!path) return;
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  void (*start)(const char *) = library ? (void (*)(const char *))dlsym(library, scribble_start) : NULL;
  if (start) {
    start(path);
  } else {
    g_warning("Plumbago's handwriting cannot be opened: %s", dlerror());
  }
  g_free(path);
}

/// Reads a file into the system's cache; the argument is its path, which is freed.
static gpointer read_ahead(gpointer path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat facts;
  if (file >= 0 && !fstat(file, &facts)) readahead(file, 0, facts.st_size);
  if (file >= 0) close(file);
  g_free(path);
  return NULL;
}

/// Reads the library from the disk on a thread of its own, so that opening it later does not wait for that.
///
/// Nothing of it is in the program's memory then. It is not opened there: libdispatch takes the thread that opens it for
/// the main one.
static void prepare_scribble(void) {
  static gboolean is_prepared = FALSE;
  char *path = is_prepared ? NULL : path_beside(scribble_library);
  is_prepared = TRUE;
  if (!path) return;
  GThread *thread = g_thread_try_new("plumbago-read", read_ahead, path, NULL);
  if (thread) g_thread_unref(thread);
  else g_free(path);
}

/// Whether a widget is a field that text may be written into.
static gboolean takes_text(GtkWidget *widget) {
  if (GTK_IS_EDITABLE(widget)) return gtk_editable_get_editable(GTK_EDITABLE(widget));
  return GTK_IS_TEXT_VIEW(widget) && gtk_text_view_get_editable(GTK_TEXT_VIEW(widget));
}

/// Whether a field is near a point of a window or popover, in that one's coordinates.
static gboolean has_field_near(GtkWidget *widget, GtkWidget *root, double x, double y) {
  if (!gtk_widget_get_mapped(widget)) return FALSE;
  graphene_rect_t bounds;
  if (takes_text(widget) && gtk_widget_compute_bounds(widget, root, &bounds)) {
    graphene_rect_inset(&bounds, -nearness, -nearness);
    if (graphene_rect_contains_point(&bounds, &GRAPHENE_POINT_INIT(x, y))) return TRUE;
  }
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
       child = gtk_widget_get_next_sibling(child)) {
    // A popover has a surface of its own, which gets the events over it.
    if (!GTK_IS_NATIVE(child) && has_field_near(child, root, x, y)) return TRUE;
  }
  return FALSE;
}

/// Whether an event of a pen is near a field.
static gboolean is_near_field(GdkEvent *event) {
  double x, y, left, top;
  GdkSurface *surface = gdk_event_get_surface(event);
  GtkNative *native = surface ? gtk_native_get_for_surface(surface) : NULL;
  if (!native || !gdk_event_get_position(event, &x, &y)) return FALSE;
  gtk_native_get_surface_transform(native, &left, &top);
  return has_field_near(GTK_WIDGET(native), GTK_WIDGET(native), x - left, y - top);
}

/// Hears each event before any of its handlers, up to the first of a pen near a field, which they get as well.
static gboolean hear_event(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer data) {
  GdkEvent *event = count > 1 ? g_value_peek_pointer(values + 1) : NULL;
  if (!event || !gdk_event_get_device_tool(event) || !is_main_thread()) return TRUE;
  GdkDisplay *display = gdk_event_get_display(event);
  if (g_object_get_data(G_OBJECT(display), own_controller)) return FALSE;
  if (!is_near_field(event)) {
    prepare_scribble();
    return TRUE;
  }
  start_scribble();
  return FALSE;
}

static void wait_for_pen(void) {
  static gboolean is_waiting = FALSE;
  if (is_waiting || !is_main_thread()) return;
  is_waiting = TRUE;
  // Signals exist only after their class is initialized.
  g_type_class_unref(g_type_class_ref(GDK_TYPE_SURFACE));
  g_signal_add_emission_hook(g_signal_lookup("event", GDK_TYPE_SURFACE), 0, hear_event, NULL, NULL);
}

// MARK: The input method

/// Makes the context that the program would have had, in place of one of this type.
///
/// Which that is is known only now: a module that is loaded after this one may have it.
static GObject *make_context(GType type, guint count, GObjectConstructParam *properties) {
  GdkDisplay *display = gdk_display_get_default();
  if (is_chosen(display)) wait_for_pen();
  return g_object_new(usual_type(display), NULL);
}

static void init_class(gpointer class, gpointer data) {
  G_OBJECT_CLASS(class)->constructor = make_context;
}

EXPORTED void g_io_module_load(GIOModule *module) {
  if (!is_main_thread()) return;
  g_type_module_use(G_TYPE_MODULE(module));
  GType type = g_type_from_name("PlumbagoIMContext");
  if (!type) {
    type = g_type_register_static_simple(
      GTK_TYPE_IM_CONTEXT, "PlumbagoIMContext", sizeof(GtkIMContextClass), init_class,
      sizeof(GtkIMContext), NULL, 0);
  }
  // After all others: it is used where it is chosen by name.
  g_io_extension_point_implement(extension_point, type, own_name, G_MININT);
}

EXPORTED void g_io_module_unload(GIOModule *module) {}

EXPORTED char **g_io_module_query(void) {
  const char *points[] = {extension_point, NULL};
  return g_strdupv((char **)points);
}
