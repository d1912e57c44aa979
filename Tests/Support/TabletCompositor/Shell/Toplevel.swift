import CWaylandServer
import InkModel

/// An `xdg_toplevel`: a window.
final class Toplevel: ProtocolObject, XDGRole {
  let xdgSurface: XDGSurface
  /// Counted from 1 over the server's life.
  let number: Int
  let roleName = "toplevel"
  private(set) var title = ""
  private(set) var applicationID = ""
  private(set) weak var parent: Toplevel?
  var origin = (x: 0, y: 0)
  private var wasPlaced = false
  private(set) var isMaximized = false
  private(set) var isFullscreen = false
  private(set) var isMinimized = false
  private(set) var isActivated = false
  var isResizing = false
  /// In window geometry pixels; `nil` leaves the choice to the client.
  private var wantedSize: PixelSize?
  /// Size and position to restore from maximised or fullscreen.
  private var restored: (origin: (x: Int, y: Int), size: PixelSize)?
  private(set) var minimumSize = PixelSize(width: 0, height: 0)
  private(set) var maximumSize = PixelSize(width: 0, height: 0)

  init(
    _ server: Server, client: OpaquePointer, version: Int, id: UInt32, xdgSurface: XDGSurface
  ) {
    self.xdgSurface = xdgSurface
    number = server.shell.nextWindowNumber()
    super.init(server, client: client, cwayland_xdg_toplevel(), version: version, id: id)
  }

  var surface: Surface? { xdgSurface.surface }
  var isMapped: Bool { xdgSurface.isMapped }
  var isVisible: Bool { isMapped && !isMinimized }

  // MARK: Requests

  override func handle(_ request: Request) {
    switch request.name {
    case "set_parent": parent = request.object(0, as: Toplevel.self)
    case "set_title":
      title = request.string(0) ?? ""
      server.somethingHappened()
    case "set_app_id": applicationID = request.string(0) ?? ""
    case "show_window_menu": break  // There is none.
    case "move": server.seat.beginMove(of: self)
    case "resize": server.seat.beginResize(of: self, edges: request.uint(2))
    case "set_max_size": maximumSize = PixelSize(width: request.int(0), height: request.int(1))
    case "set_min_size": minimumSize = PixelSize(width: request.int(0), height: request.int(1))
    case "set_maximized": setMaximized(true)
    case "unset_maximized": setMaximized(false)
    case "set_fullscreen": setFullscreen(true)
    case "unset_fullscreen": setFullscreen(false)
    case "set_minimized": setMinimized(true)
    default: super.handle(request)
    }
  }

  // MARK: Configuration

  func setMaximized(_ on: Bool) {
    guard on != isMaximized else { return configureIfBegun() }
    rememberOrRestore(entering: on, other: isFullscreen)
    isMaximized = on
    configureIfBegun()
  }

  func setFullscreen(_ on: Bool) {
    guard on != isFullscreen else { return configureIfBegun() }
    rememberOrRestore(entering: on, other: isMaximized)
    isFullscreen = on
    configureIfBegun()
  }

  func setMinimized(_ on: Bool) {
    guard on != isMinimized else { return }
    isMinimized = on
    server.shell.visibilityChanged(of: self)
  }

  func setActivated(_ on: Bool) {
    guard on != isActivated else { return }
    isActivated = on
    configureIfBegun()
  }

  func resize(to size: PixelSize) {
    isMaximized = false
    isFullscreen = false
    restored = nil
    wantedSize = size
    configureIfBegun()
  }

  /// The monitor changed: what fills it follows.
  func outputChanged() {
    if isMaximized || isFullscreen { configureIfBegun() }
  }

  private func rememberOrRestore(entering: Bool, other: Bool) {
    guard !other else { return }
    if entering {
      if isMapped {
        let frame = xdgSurface.frame
        restored = (origin, PixelSize(width: frame.width, height: frame.height))
      }
      origin = (0, 0)
    } else if let restored {
      origin = restored.origin
      wantedSize = restored.size
      self.restored = nil
    }
  }

  func close() {
    if let resource { xdg_toplevel_send_close(resource) }
  }

  private var begun = false

  func initialConfigure() {
    begun = true
    guard let resource else { return }
    if version >= 5 {
      withWordArray([
        XDG_TOPLEVEL_WM_CAPABILITIES_MAXIMIZE.rawValue,
        XDG_TOPLEVEL_WM_CAPABILITIES_FULLSCREEN.rawValue,
        XDG_TOPLEVEL_WM_CAPABILITIES_MINIMIZE.rawValue,
      ]) { xdg_toplevel_send_wm_capabilities(resource, $0) }
    }
    configure()
  }

  private func configureIfBegun() {
    if begun { configure() }
  }

  private func configure() {
    guard let resource else { return }
    let screen = server.output.size
    if version >= 4 {
      xdg_toplevel_send_configure_bounds(resource, Int32(screen.width), Int32(screen.height))
    }
    var states: [UInt32] = []
    if isMaximized { states.append(XDG_TOPLEVEL_STATE_MAXIMIZED.rawValue) }
    if isFullscreen { states.append(XDG_TOPLEVEL_STATE_FULLSCREEN.rawValue) }
    if isActivated { states.append(XDG_TOPLEVEL_STATE_ACTIVATED.rawValue) }
    if isResizing { states.append(XDG_TOPLEVEL_STATE_RESIZING.rawValue) }
    let size = isMaximized || isFullscreen ? screen : wantedSize
    withWordArray(states) {
      xdg_toplevel_send_configure(resource, Int32(size?.width ?? 0), Int32(size?.height ?? 0), $0)
    }
    xdgSurface.sendConfigure()
  }

  // MARK: Life

  func mapped() {
    if !wasPlaced {
      wasPlaced = true
      if let parent, parent.isMapped {
        let p = parent.xdgSurface.frame
        let g = xdgSurface.geometry
        origin = (
          max(0, p.x + (p.width - g.width) / 2), max(0, p.y + (p.height - g.height) / 2)
        )
      }
    }
    if isMaximized || isFullscreen { origin = (0, 0) }
    server.shell.mapped(self)
  }

  func unmapped() {
    begun = false
    server.shell.unmapped(self)
  }

  override func resourceDestroyed() { xdgSurface.unmap() }
}
