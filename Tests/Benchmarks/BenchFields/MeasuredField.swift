import CGtk
import Glibc
import Gtk
import LineOutput

/// A field that is written and typed in while the turns of the main loop are measured.
///
/// It tells only how long its text is: to print a long one would take a turn of its own.
enum MeasuredField: String {
  /// An entry without text.
  case entry
  /// An entry of 2000 characters.
  case longEntry = "long-entry"
  /// A text view of 200 lines.
  case lines
  /// A text view of one line of 20,000 characters, which is wrapped.
  case line

  /// Fills a window with it, and prints “length CHARACTERS” whenever its text changes.
  func show(in window: UnsafeMutablePointer<GtkWidget>) {
    switch self {
    case .entry: showEntry("", in: window)
    case .longEntry: showEntry(Self.words(2000), in: window)
    case .lines: showView((1...200).map { "line \($0)" }.joined(separator: "\n"), in: window)
    case .line: showView(Self.words(20_000), in: window)
    }
  }

  /// Words of so many characters.
  private static func words(_ count: Int) -> String {
    let word = "garden "
    return String(String(repeating: word, count: count / word.count + 1).prefix(count))
  }

  /// Its middle is 64 points below the window's upper edge.
  private func showEntry(_ text: String, in window: UnsafeMutablePointer<GtkWidget>) {
    let entry = gtk_entry_new()!
    gtk_widget_set_valign(entry, GTK_ALIGN_START)
    gtk_widget_set_margin_top(entry, 40)
    gtk_widget_set_size_request(entry, -1, 48)
    gtk_editable_set_text(entry.opaque, text)
    gtk_window_set_child(window.cast(), entry)
    Signal<Void>(entry, "changed").connect {
      say("length \(gtk_entry_get_text_length(entry.cast()))")
    }
  }

  private func showView(_ text: String, in window: UnsafeMutablePointer<GtkWidget>) {
    let view = gtk_text_view_new()!
    gtk_text_view_set_wrap_mode(view.cast(), GTK_WRAP_WORD)
    let buffer = gtk_text_view_get_buffer(view.cast())!
    gtk_text_buffer_set_text(buffer, text, -1)
    let scrolled = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_child(scrolled.opaque, view)
    gtk_window_set_child(window.cast(), scrolled)
    Signal<Void>(buffer, "changed").connect {
      say("length \(gtk_text_buffer_get_char_count(buffer))")
    }
    MainLoop.onSystemSignal(SIGUSR2) { Self.tellWord(of: view) }
  }

  /// Prints “word X Y WIDTH HEIGHT”: the frame of a word in the middle of a text view that fills its window.
  private static func tellWord(of view: UnsafeMutablePointer<GtkWidget>) {
    var (x, y) = (CInt(0), CInt(0))
    gtk_text_view_window_to_buffer_coords(
      view.cast(), GTK_TEXT_WINDOW_WIDGET, gtk_widget_get_width(view) / 2,
      gtk_widget_get_height(view) / 2, &x, &y)
    var start = GtkTextIter()
    gtk_text_view_get_iter_at_location(view.cast(), &start, x, y)
    gtk_text_iter_forward_word_end(&start)
    var end = start
    gtk_text_iter_backward_word_start(&start)
    var (first, behind) = (GdkRectangle(), GdkRectangle())
    gtk_text_view_get_iter_location(view.cast(), &start, &first)
    gtk_text_view_get_iter_location(view.cast(), &end, &behind)
    gtk_text_view_buffer_to_window_coords(
      view.cast(), GTK_TEXT_WINDOW_WIDGET, first.x, first.y, &x, &y)
    say("word \(x) \(y) \(behind.x - first.x) \(first.height)")
  }
}
