import Gtk
import InkModel

extension RecordingFile {
  /// Writes a recording, and tells the user where that cannot be done.
  @MainActor
  static func write(
    _ recording: StylusRecording, to path: String, parent: (any GObjectPointer)?
  ) {
    do throws(GLibError) {
      try TextFile.write(recording.text, to: path)
    } catch {
      MessageDialog.tell(
        parent: parent, tr("The recording could not be saved"), error.message)
    }
  }
}
