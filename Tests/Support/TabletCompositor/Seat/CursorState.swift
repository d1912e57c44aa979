import CWaylandServer
import InkModel

/// The cursor that a program shows for the mouse or for a pen.
public struct Cursor: Hashable, Sendable {
  /// The hotspot: the point of the picture at the pointer's position, in logical pixels.
  public var hotspotX: Int
  public var hotspotY: Int
  /// In the buffer's pixels, over the screen's background; `nil` where the program hides it.
  public var picture: Picture?
}

/// What a client asked for with `set_cursor`, on the server's side.
struct CursorState {
  private(set) var wasSet = false
  private weak var surface: Surface?
  private var hotspot = (x: 0, y: 0)

  init() {}

  /// From `set_cursor(serial, surface, hotspot x, hotspot y)`, of a pointer or of a tool.
  init(_ request: Request) {
    wasSet = true
    surface = request.object(1)
    hotspot = (request.int(2), request.int(3))
    if let surface, surface.role == nil { surface.role = CursorRole.shared }
  }

  /// `nil` where the client has not said anything yet.
  func cursor(on server: Server) -> Cursor? {
    guard wasSet else { return nil }
    return Cursor(
      hotspotX: hotspot.x, hotspotY: hotspot.y,
      picture: surface?.contents.map { server.scene.picture(of: $0) })
  }
}

/// The role of surfaces that a client draws its cursor on.
///
/// They are not shown in pictures of the screen. It holds no state of a surface, so one does for
/// all.
final class CursorRole: SurfaceRole, Sendable {
  let roleName: String
  static let shared = CursorRole("cursor")
  static let icon = CursorRole("icon")
  private init(_ name: String) { roleName = name }
  func surfaceCommitted() {}
  func surfaceDestroyed() {}
}
