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
    // GLib's own, since it replaces the file in one step and says why where it cannot.
    if g_file_set_contents(path, recording.text, -1, &failure) == 0, let failure {
      MessageDialog.tell(
        parent: parent, tr("The recording could not be saved"), GLibError(taking: failure).message)
    }
  }
}
