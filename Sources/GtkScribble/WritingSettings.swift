import Gtk
import GtkInk
import Scribble

// Settings of Plumbago that other programs' fields follow, too.
extension Settings.Key where Value == Double {
  /// Seconds without ink after which what was written into a field becomes text, 0.3 … 2.
  public static var writingPause: Self {
    Self("writing-pause", default: ScribbleSession.Settings().pause)
  }
}

extension Settings.Key where Value == Bool {
  /// Whether low fields of programs that know nothing of handwriting grow while a pen is near.
  public static var growsOtherFields: Self { Self("other-fields-grow", default: false) }
}

extension Settings.Key where Value == FastInk {
  /// Whether strokes in progress are shown ahead of frames, on paper and in fields.
  public static var fastInk: Self { Self("fast-ink", default: .automatic) }
}
