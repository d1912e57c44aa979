import CGtk
import Glibc
import Gtk
import GtkScribble
import Handwriting
import Scribble

/// A program of one window with fields to write in.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public enum FieldProgram {
  /// Begins GTK, and lets all fields take English handwriting; the environment's FIELDS_PAUSE has the seconds without ink
  /// after which that is read, where it is not the usual pause.
  ///
  /// - Parameter delay: Seconds that the recogniser takes longer to open.
  public static func start(openingLater delay: Double = 0) {
    gtk_init()
    MainLoop.attach()
    let data = getenv("PLUMBAGO_DATA_DIR").map { String(cString: $0) } ?? ""
    let pause = getenv("FIELDS_PAUSE").flatMap { Double(String(cString: $0)) }
    ScribbleController.install(
      opening: {
        if delay > 0 { usleep(UInt32(delay * 1e6)) }
        return try? HandwritingRecognizer(.english, at: data + "/plumbago/recognition/en")
      },
      settings: {
        var settings = ScribbleSession.Settings()
        if let pause { settings.pause = pause }
        return settings
      }, isOn: { true })
  }
}
