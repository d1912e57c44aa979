import Gtk

/// The icons of undo and redo.
public enum HistoryIcon {
  /// Keeps a button's icon from being mirrored for right-to-left scripts: the swipe for undo goes to the left there
  /// too (S103).
  public static func keepDirection(of button: some GObjectPointer) {
    Button(button).child?.direction = .leftToRight
  }
}
