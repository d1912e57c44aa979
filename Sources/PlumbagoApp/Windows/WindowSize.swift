import Gtk

/// How large a window is while it is not maximized, and whether it is.
struct WindowSize: Equatable {
  var width: Int
  var height: Int
  var isMaximized: Bool

  /// That of the next window: as the one that closed last, or as the process before this one left it.
  static var ofNext = saved

  /// What the next process begins with.
  static var saved: WindowSize {
    get {
      let settings = Settings.shared
      return WindowSize(
        width: settings[.windowWidth], height: settings[.windowHeight],
        isMaximized: settings[.isMaximized])
    }
    set {
      guard newValue != saved else { return }
      let settings = Settings.shared
      settings[.isMaximized] = newValue.isMaximized
      settings[.windowWidth] = newValue.width
      settings[.windowHeight] = newValue.height
    }
  }

  init(width: Int, height: Int, isMaximized: Bool) {
    (self.width, self.height, self.isMaximized) = (width, height, isMaximized)
  }

  /// That of a window; `nil` while it is fullscreen.
  init?(of window: ApplicationWindow) {
    guard !window.isFullscreen else { return nil }
    self = Self.saved
    isMaximized = window.isMaximized
    let size = window.defaultSize
    guard !isMaximized, size.width > 0, size.height > 0 else { return }
    (width, height) = size
  }
}
