import Gtk

/// The arrows of undo and redo.
public enum HistoryIcon {
  /// Keeps the icon of a button as it is where all else is mirrored for right-to-left scripts: back is left for the
  /// swipes too (S103).
  public static func keepWay(of button: some GObjectPointer) {
    Button(button).child?.direction = .leftToRight
  }
}
