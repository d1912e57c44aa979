#include <gtk/gtk.h>
#include <stdio.h>
#include <time.h>

/// Milliseconds of processor time that the process has used, of all threads.
static double processor_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

/// Does all that an input-method module takes part in before a pen comes near, once: GTK's start, which loads it, a
/// window with an entry, and the entry's first use of its input context. Prints the milliseconds of processor time.
///
/// Nothing is drawn, which takes more time and varies more than all of this. `scripts/im-cost` builds and starts it.
int main(void) {
  double start = processor_time();
  gtk_init();
  GtkWidget *window = gtk_window_new();
  GtkWidget *entry = gtk_entry_new();
  gtk_window_set_child(GTK_WINDOW(window), entry);
  gtk_widget_realize(entry);
  // GTK makes the context itself only as it is first asked something.
  GtkIMContext *context = gtk_im_multicontext_new();
  gtk_im_context_set_client_widget(context, entry);
  gtk_im_context_focus_in(context);
  char *text;
  PangoAttrList *attributes;
  int caret;
  gtk_im_context_get_preedit_string(context, &text, &attributes, &caret);
  printf("%.3f\n", processor_time() - start);
  return 0;
}
