// An input method as others make them, a module of GTK 4 of the name `test`, for tests: with preedit, commits, surrounding
// text and its deletion.
//
// Small letters are collected, shown as preedit, and a space commits them, the last one first. The digit 0 puts the word
// before the caret in capitals. All other characters are typed. ForeignInputTests builds it.
#include <gtk/gtk.h>

typedef struct {
  GtkIMContext parent;
  GString *letters;
} TestContext;

typedef struct {
  GtkIMContextClass parent_class;
} TestContextClass;

G_DEFINE_TYPE(TestContext, test_context, GTK_TYPE_IM_CONTEXT)

static void clear(TestContext *test) {
  if (!test->letters->len) return;
  g_string_truncate(test->letters, 0);
  g_signal_emit_by_name(test, "preedit-changed");
  g_signal_emit_by_name(test, "preedit-end");
}

static void collect(TestContext *test, char letter) {
  if (!test->letters->len) g_signal_emit_by_name(test, "preedit-start");
  g_string_append_c(test->letters, letter);
  g_signal_emit_by_name(test, "preedit-changed");
}

static void commit_letters(TestContext *test) {
  char *text = g_utf8_strreverse(test->letters->str, -1);
  clear(test);
  g_signal_emit_by_name(test, "commit", text);
  g_free(text);
}

static void put_in_capitals(GtkIMContext *context) {
  char *text = NULL;
  int caret = 0, anchor = 0;
  if (!gtk_im_context_get_surrounding_with_selection(context, &text, &caret, &anchor)) return;
  char *end = text + caret;
  char *start = end;
  int count = 0;
  while (start > text) {
    char *before = g_utf8_prev_char(start);
    if (!g_unichar_isalpha(g_utf8_get_char(before))) break;
    start = before;
    count++;
  }
  char *capitals = g_utf8_strup(start, end - start);
  if (count && gtk_im_context_delete_surrounding(context, -count, count)) {
    g_signal_emit_by_name(context, "commit", capitals);
  }
  g_free(capitals);
  g_free(text);
}

static gboolean filter_keypress(GtkIMContext *context, GdkEvent *event) {
  TestContext *test = (TestContext *)context;
  GdkModifierType others = GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK;
  if (gdk_event_get_event_type(event) != GDK_KEY_PRESS) return FALSE;
  if (gdk_event_get_modifier_state(event) & others) return FALSE;
  gunichar character = gdk_keyval_to_unicode(gdk_key_event_get_keyval(event));
  // Also keys without a character, whose number is 0.
  if (!g_unichar_isprint(character)) return FALSE;
  if (character >= 'a' && character <= 'z') {
    collect(test, (char)character);
  } else if (character == ' ' && test->letters->len) {
    commit_letters(test);
  } else if (character == '0') {
    put_in_capitals(context);
  } else {
    char text[7] = {0};
    g_unichar_to_utf8(character, text);
    g_signal_emit_by_name(context, "commit", text);
  }
  return TRUE;
}

static void get_preedit(GtkIMContext *context, char **text, PangoAttrList **attributes, int *caret) {
  GString *letters = ((TestContext *)context)->letters;
  if (text) *text = g_strdup(letters->str);
  if (attributes) {
    *attributes = pango_attr_list_new();
    pango_attr_list_insert(*attributes, pango_attr_underline_new(PANGO_UNDERLINE_SINGLE));
  }
  if (caret) *caret = (int)letters->len;
}

static void reset(GtkIMContext *context) { clear((TestContext *)context); }

static void finalize(GObject *object) {
  g_string_free(((TestContext *)object)->letters, TRUE);
  G_OBJECT_CLASS(test_context_parent_class)->finalize(object);
}

static void test_context_init(TestContext *test) { test->letters = g_string_new(NULL); }

static void test_context_class_init(TestContextClass *class) {
  G_OBJECT_CLASS(class)->finalize = finalize;
  class->parent_class.filter_keypress = filter_keypress;
  class->parent_class.get_preedit_string = get_preedit;
  class->parent_class.reset = reset;
}

void g_io_module_load(GIOModule *module) {
  g_type_module_use(G_TYPE_MODULE(module));
  // After all others: it is used where it is chosen by name.
  g_io_extension_point_implement("gtk-im-module", test_context_get_type(), "test", G_MININT);
}

void g_io_module_unload(GIOModule *module) {}

char **g_io_module_query(void) {
  const char *points[] = {"gtk-im-module", NULL};
  return g_strdupv((char **)points);
}
