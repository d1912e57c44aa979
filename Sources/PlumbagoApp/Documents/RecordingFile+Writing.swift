import CGtk
import Gtk
import InkModel

extension RecordingFile {
  /// Writes a recording, and tells the user where that cannot be done.
  @MainActor
  static func write(
    _ recording: StylusRecording, to path: String, parent: (any GObjectPointer)?
  ) {
    var failure: UnsafeMutablePointer<GError>?
    // Raw: GLib replaces the file atomically and gives an error text, and `Gtk` does not wrap it.
    if g_file_set_contents(path, recording.text, -1, &failure) == 0, let failure {
      MessageDialog.tell(
        parent: parent, tr("The recording could not be saved"), GLibError(taking: failure).message)
    }
  }
}
