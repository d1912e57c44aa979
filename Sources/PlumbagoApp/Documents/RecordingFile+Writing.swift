import CGtk
import Gtk
import GtkInk
import InkModel

extension RecordingFile {
  /// Writes a recording, and tells the user where that cannot be done.
  @MainActor
  static func write(
    _ recording: StylusRecording, to path: String, parent: UnsafeMutablePointer<GtkWindow>?
  ) {
    var failure: UnsafeMutablePointer<GError>?
    if g_file_set_contents(path, recording.text, -1, &failure) == 0, let failure {
      MessageDialog.tell(
        parent: parent, tr("The recording could not be saved"), GLibError(taking: failure).message)
    }
  }
}
