import Gtk
import InkModel

extension RecordingFile {
  /// Writes the text of a recording, and tells the user where that cannot be done.
  ///
  /// - Returns: Whether it was written.
  @MainActor
  @discardableResult
  static func write(_ text: String, to path: String, parent: (any GObjectPointer)?) -> Bool {
    do throws(GLibError) {
      try TextFile.write(text, to: path)
      return true
    } catch {
      MessageDialog.tell(
        parent: parent, tr("The recording could not be saved"), error.message)
      return false
    }
  }
}
