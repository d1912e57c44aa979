import CWaylandServer
import InkModel

/// A window on a ``Screen``.
public struct Window: Hashable, Sendable {
  let screen: Screen
  let number: Int

  public static func == (a: Window, b: Window) -> Bool {
    a.number == b.number && a.screen === b.screen
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(number) }

  private func ask<T>(_ body: (Toplevel) -> T) -> T? {
    screen.thread.run { server in server.shell.toplevel(number: number).map(body) }
  }

  /// Whether it is shown, or could be after ``restore()``.
  public var isOpen: Bool { ask { $0.isMapped } ?? false }
  public var title: String { ask { $0.title } ?? "" }
  public var applicationID: String { ask { $0.applicationID } ?? "" }
  public var isActive: Bool { ask { $0.isActivated } ?? false }
  public var isMaximized: Bool { ask { $0.isMaximized } ?? false }
  public var isFullscreen: Bool { ask { $0.isFullscreen } ?? false }
  public var isMinimized: Bool { ask { $0.isMinimized } ?? false }
  /// Whether it belongs to another window, as dialogs do.
  public var isDialog: Bool { ask { $0.parent != nil } ?? false }
  /// The number of its main surface in the commit log.
  public var surface: Int? { ask { $0.surface?.number } ?? nil }

  /// The window without its shadow, on the screen in logical pixels.
  public var frame: PixelBox { ask { $0.xdgSurface.frame } ?? .empty }

  /// A point of the window (from its frame's top left) on the screen.
  public func point(_ x: Double, _ y: Double) -> Point {
    let f = frame
    return Point(Double(f.x) + x, Double(f.y) + y)
  }

  /// What the screen shows inside the frame.
  public func picture() -> Picture {
    screen.thread.run { server in
      server.scene.picture(of: server.shell.toplevel(number: number)?.xdgSurface.frame ?? .empty)
    }
  }

  // MARK: What a person does to it

  /// Asks it to close, as the close button of a window list does.
  public func close() { _ = ask { $0.close() } }

  /// Brings it to the top and gives it the keyboard.
  public func activate() {
    screen.thread.run { server in
      if let toplevel = server.shell.toplevel(number: number) { server.shell.activate(toplevel) }
    }
  }

  /// Moves it so that its frame's top left is there.
  public func move(toX x: Int, y: Int) {
    _ = ask { toplevel in
      toplevel.origin = (x, y)
      toplevel.server.sceneChanged()
    }
  }

  /// Asks for a frame of that size and waits until the window has drawn what it makes of it.
  @discardableResult
  public func resize(to size: PixelSize, timeout: Double = 20) throws(ScreenError) -> PixelBox {
    try configured("to be resized", timeout) { $0.resize(to: size) }
  }

  @discardableResult
  public func maximize(_ on: Bool = true, timeout: Double = 20) throws(ScreenError) -> PixelBox {
    try configured("to be maximised", timeout) { $0.setMaximized(on) }
  }

  @discardableResult
  public func fullscreen(_ on: Bool = true, timeout: Double = 20) throws(ScreenError) -> PixelBox {
    try configured("to fill the screen", timeout) { $0.setFullscreen(on) }
  }

  public func minimize() { _ = ask { $0.setMinimized(true) } }
  public func restore() { _ = ask { $0.setMinimized(false) } }

  private func configured(
    _ what: String, _ timeout: Double, _ change: (Toplevel) -> Void
  ) throws(ScreenError) -> PixelBox {
    let serial = ask { toplevel in
      change(toplevel)
      return toplevel.xdgSurface.lastSerial
    }
    guard let serial else {
      throw .timeout(waitingFor: "a closed window \(what)", seconds: 0, picture: nil)
    }
    return try screen.wait("window “\(title)” \(what)", timeout: timeout) { server in
      guard let toplevel = server.shell.toplevel(number: number), toplevel.isMapped,
        toplevel.xdgSurface.appliedSerial >= serial
      else { return nil }
      return toplevel.xdgSurface.frame
    }
  }
}
