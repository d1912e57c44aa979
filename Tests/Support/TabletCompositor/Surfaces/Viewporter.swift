import CWaylandServer
import InkModel

/// `wp_viewporter`: gives surfaces a crop and a size of their own.
final class ViewporterObject: ProtocolObject {
  init(_ server: Server, client: OpaquePointer, version: Int, id: UInt32) {
    super.init(server, client: client, cwayland_wp_viewporter(), version: version, id: id)
  }

  override func handle(_ request: Request) {
    switch request.name {
    case "get_viewport":
      guard let surface = request.object(1, as: Surface.self) else { return }
      guard surface.viewportObject == nil else {
        return postError(
          WP_VIEWPORTER_ERROR_VIEWPORT_EXISTS.rawValue, "the surface already has a viewport")
      }
      let viewport = ViewportObject(
        server, client: client, version: version, id: request.newID(0), surface: surface)
      surface.viewportObject = viewport
    default: super.handle(request)
    }
  }
}

/// A `wp_viewport` of one surface.
final class ViewportObject: ProtocolObject {
  private weak var surface: Surface?

  init(_ server: Server, client: OpaquePointer, version: Int, id: UInt32, surface: Surface) {
    self.surface = surface
    super.init(server, client: client, cwayland_wp_viewport(), version: version, id: id)
  }

  override func handle(_ request: Request) {
    switch request.name {
    case "set_source":
      let rect = Rect(
        x: request.fixed(0), y: request.fixed(1), width: request.fixed(2),
        height: request.fixed(3))
      // All four at -1 take the crop away.
      surface?.setPendingViewport { $0.source = rect.isEmpty ? nil : rect }
    case "set_destination":
      let size = PixelSize(width: request.int(0), height: request.int(1))
      surface?.setPendingViewport { $0.destination = size.width > 0 ? size : nil }
    default: super.handle(request)
    }
  }

  override func resourceDestroyed() {
    surface?.setPendingViewport { $0 = ViewportState() }
    surface?.viewportObject = nil
  }
}
