import CWaylandServer
import InkModel

/// `wl_compositor`: makes surfaces and regions.
final class CompositorObject: ProtocolObject {
  init(_ server: Server, client: OpaquePointer, version: Int, id: UInt32) {
    super.init(server, client: client, cwayland_wl_compositor(), version: version, id: id)
  }

  override func handle(_ request: Request) {
    switch request.name {
    case "create_surface":
      _ = Surface(server, client: client, version: version, id: request.newID(0))
    case "create_region":
      _ = RegionObject(server, client: client, version: version, id: request.newID(0))
    default: super.handle(request)
    }
  }
}

/// `wl_subcompositor`: makes subsurfaces.
final class SubcompositorObject: ProtocolObject {
  init(_ server: Server, client: OpaquePointer, version: Int, id: UInt32) {
    super.init(server, client: client, cwayland_wl_subcompositor(), version: version, id: id)
  }

  override func handle(_ request: Request) {
    switch request.name {
    case "get_subsurface":
      guard let surface = request.object(1, as: Surface.self),
        let parent = request.object(2, as: Surface.self), surface !== parent, surface.role == nil
      else {
        return postError(
          WL_SUBCOMPOSITOR_ERROR_BAD_SURFACE.rawValue, "the surface cannot be a subsurface")
      }
      _ = Subsurface(
        server, client: client, version: version, id: request.newID(0), surface: surface,
        parent: parent)
    default: super.handle(request)
    }
  }
}

/// A `wl_subsurface`: a surface that is part of another one.
///
/// Position and stacking take effect when the parent's state is applied. Its own contents wait for
/// that too while it is synchronised, or while any surface above it in the tree is.
final class Subsurface: ProtocolObject, SurfaceRole {
  private(set) weak var surface: Surface?
  private(set) weak var parent: Surface?
  /// In the parent's coordinates.
  private(set) var position = (x: 0, y: 0)
  private var pendingPosition: (x: Int, y: Int)?
  private var synchronized = true
  let roleName = "subsurface"

  init(
    _ server: Server, client: OpaquePointer, version: Int, id: UInt32, surface: Surface,
    parent: Surface
  ) {
    self.surface = surface
    self.parent = parent
    super.init(server, client: client, cwayland_wl_subsurface(), version: version, id: id)
    surface.role = self
    parent.add(self)
  }

  var isSynchronized: Bool {
    synchronized || (parent?.role as? Subsurface)?.isSynchronized == true
  }

  override func handle(_ request: Request) {
    switch request.name {
    case "set_position": pendingPosition = (request.int(0), request.int(1))
    case "place_above": restack(request, above: true)
    case "place_below": restack(request, above: false)
    case "set_sync": synchronized = true
    case "set_desync":
      synchronized = false
      server.commitBegan = now()
      if !isSynchronized { surface?.applyCached() }
    default: super.handle(request)
    }
  }

  private func restack(_ request: Request, above: Bool) {
    guard let other = request.object(0, as: Surface.self), let parent else { return }
    let sibling = other === parent ? nil : other.role as? Subsurface
    guard other === parent || sibling?.parent === parent,
      parent.restack(self, above: above, sibling: sibling)
    else {
      return postError(
        WL_SUBSURFACE_ERROR_BAD_SURFACE.rawValue, "the reference is neither sibling nor parent")
    }
  }

  /// The parent's state was applied: so are the position and, synchronised, the contents.
  func parentCommitted() {
    if let pendingPosition {
      position = pendingPosition
      self.pendingPosition = nil
      server.sceneChanged()
    }
    if isSynchronized { surface?.applyCached() }
  }

  func parentDestroyed() { parent = nil }

  func surfaceCommitted() {}

  func surfaceDestroyed() {
    surface = nil
    parent?.remove(self)
  }

  override func resourceDestroyed() {
    parent?.remove(self)
    server.sceneChanged()
    surface?.role = nil
  }
}
