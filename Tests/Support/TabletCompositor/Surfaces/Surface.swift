import CWaylandServer
import InkModel

/// What a surface is used for.
///
/// A surface has one role for life.
protocol SurfaceRole: AnyObject {
  /// For the log: "toplevel", "popup", "subsurface", "cursor".
  var roleName: String { get }
  /// The surface's state was applied.
  func surfaceCommitted()
  /// The surface goes; the role's own object may outlive it.
  func surfaceDestroyed()
}

/// A `wl_surface`: a rectangle of pixels with double-buffered state.
///
/// 1. Requests fill `pending`.
/// 2. ``commit()`` applies it; in a synchronised subsurface it waits in `cached` for the parent.
/// 3. ``apply(_:)`` copies the damaged pixels, releases the buffer, logs the commit, and lets the
///    role and the synchronised children follow.
final class Surface: ProtocolObject {
  /// Counted from 1 over the server's life; names the surface in the log.
  let number: Int
  weak var role: (any SurfaceRole)?
  private var pending = SurfaceState()
  private var cached: SurfaceState?

  private(set) var contents: SurfaceContents?
  /// The buffer last taken over, where it is not given back at once.
  private var held: AttachedBuffer?
  private(set) var scale = 1
  private(set) var viewport = ViewportState()
  /// `nil` takes input everywhere.
  private(set) var inputRegion: Region?
  /// Waiting for the next refresh.
  var frameCallbacks: [CallbackObject] = []
  var feedbacks: [PresentationFeedback] = []

  /// Subsurfaces and, as `nil`, the surface itself, bottom to top.
  private(set) var stack: [Subsurface?] = [nil]
  private var pendingStack: [Subsurface?]?
  weak var viewportObject: ViewportObject?
  /// Whether the client was told which output this is on.
  private var enteredOutput = false

  init(_ server: Server, client: OpaquePointer, version: Int, id: UInt32) {
    number = server.nextSurfaceNumber()
    super.init(server, client: client, cwayland_wl_surface(), version: version, id: id)
    server.surfaces.append(self)
  }

  /// In surface coordinates, 0 × 0 without contents.
  var size: PixelSize {
    guard let contents else { return PixelSize(width: 0, height: 0) }
    if let destination = viewport.destination { return destination }
    if let source = viewport.source {
      return PixelSize(width: Int(source.width), height: Int(source.height))
    }
    return PixelSize(width: contents.width / scale, height: contents.height / scale)
  }

  var bounds: PixelBox {
    let s = size
    return PixelBox(x: 0, y: 0, width: s.width, height: s.height)
  }

  /// The part of the buffer that is shown, in buffer pixels.
  var sourceRect: Rect {
    guard let contents else { return .empty }
    guard let source = viewport.source else { return contents.bounds.rect }
    let k = Double(scale)
    return Rect(
      minX: source.minX * k, minY: source.minY * k, maxX: source.maxX * k, maxY: source.maxY * k)
  }

  /// Whether the surface itself, not its children, takes input at a point in its coordinates.
  func takesInput(at p: Point) -> Bool {
    contents != nil && bounds.contains(p) && inputRegion?.contains(p) != false
  }

  // MARK: Requests

  override func handle(_ request: Request) {
    switch request.name {
    case "attach": attach(request)
    case "damage": pending.damage.append(request.box(0))
    case "damage_buffer": pending.bufferDamage.append(request.box(0))
    case "frame":
      pending.frameCallbacks.append(
        CallbackObject(server, client: client, id: request.newID(0)))
    case "set_opaque_region": break  // Composition here goes by the pixels.
    case "set_input_region":
      pending.inputRegion = .some(request.object(0, as: RegionObject.self)?.region)
    case "commit": commit()
    case "set_buffer_transform":
      if request.int(0) != 0 { server.complain("wl_surface: buffer transforms are not supported") }
    case "set_buffer_scale":
      guard request.int(0) >= 1 else {
        return postError(WL_SURFACE_ERROR_INVALID_SCALE.rawValue, "a scale below 1")
      }
      pending.scale = request.int(0)
    case "offset": break  // Moves a toplevel or a cursor's hot spot; neither matters here.
    default: super.handle(request)
    }
  }

  private func attach(_ request: Request) {
    guard let buffer = request.resource(0) else {
      pending.attachment = .removed
      return
    }
    pending.attachment = .buffer(AttachedBuffer(buffer))
  }

  func setPendingViewport(_ change: (inout ViewportState) -> Void) {
    var state = pending.viewport ?? cached?.viewport ?? viewport
    change(&state)
    pending.viewport = state
  }

  func addFeedback(_ feedback: PresentationFeedback) { pending.feedbacks.append(feedback) }

  // MARK: Commit

  private func commit() {
    server.commitBegan = now()
    let state = pending
    pending = SurfaceState()
    var merged = cached ?? SurfaceState()
    merged.merge(state)
    if let subsurface = role as? Subsurface, subsurface.isSynchronized {
      cached = merged
    } else {
      cached = nil
      apply(merged)
    }
  }

  /// Applies what a synchronised subsurface has been keeping back.
  func applyCached() {
    guard let state = cached else { return }
    cached = nil
    apply(state)
  }

  private func apply(_ state: SurfaceState) {
    scale = state.scale ?? scale
    viewport = state.viewport ?? viewport
    if let region = state.inputRegion { inputRegion = region }
    var changed = PixelBox.empty
    var damage: [PixelBox] = []
    switch state.attachment {
    case .unchanged: break
    case .removed:
      changed = contents?.bounds ?? .empty
      contents = nil
      giveBack(keeping: nil)
    case .buffer(let buffer):
      (changed, damage) = take(buffer, state)
    }
    frameCallbacks += state.frameCallbacks
    feedbacks += state.feedbacks
    if let order = pendingStack {
      stack = order
      pendingStack = nil
    }
    role?.surfaceCommitted()
    // Synchronised children change with it, in the same moment; only then is there something to see.
    for child in stack {
      guard let child else { continue }
      child.parentCommitted()
    }
    server.committed(self, damage: damage, changedInBuffer: changed)
    if contents != nil, !enteredOutput {
      enteredOutput = true
      server.output.announce(to: self)
    }
  }

  /// Copies the damaged pixels; returns what changed (buffer pixels) and what was declared as
  /// damaged (surface pixels).
  private func take(
    _ buffer: AttachedBuffer, _ state: SurfaceState
  ) -> (changed: PixelBox, damage: [PixelBox]) {
    guard let resource = buffer.resource, let shm = wl_shm_buffer_get(resource) else {
      server.complain("a client committed a buffer that it had destroyed, or not of wl_shm")
      return (.empty, [])
    }
    let width = Int(wl_shm_buffer_get_width(shm))
    let height = Int(wl_shm_buffer_get_height(shm))
    let hasAlpha = wl_shm_buffer_get_format(shm) == WL_SHM_FORMAT_ARGB8888.rawValue
    if width % scale != 0 || height % scale != 0 {
      server.complain("a \(width)x\(height) buffer is no multiple of its scale \(scale)")
    }
    let isNew = contents.map { ($0.width, $0.height, $0.hasAlpha) != (width, height, hasAlpha) }
    let target =
      isNew == false
      ? contents! : SurfaceContents(width: width, height: height, hasAlpha: hasAlpha)
    let usesViewport = viewport.source != nil || viewport.destination != nil
    var region = Region()
    for box in state.bufferDamage { region.add(box) }
    for box in state.damage {
      region.add(
        usesViewport
          ? target.bounds
          : PixelBox(
            x: box.x * scale, y: box.y * scale, width: box.width * scale,
            height: box.height * scale))
    }
    region.clip(to: target.bounds)
    let declared = region.boxes
    wl_shm_buffer_begin_access(shm)
    var changed = PixelBox.empty
    if let data = wl_shm_buffer_get_data(shm) {
      changed = target.copy(
        isNew == false ? declared : [target.bounds], from: data,
        stride: Int(wl_shm_buffer_get_stride(shm)))
    }
    wl_shm_buffer_end_access(shm)
    giveBack(keeping: buffer)
    if isNew != false { changed = target.bounds }
    contents = target
    let k = scale
    return (
      changed,
      declared.map { box in
        PixelBox(
          covering: Rect(
            minX: Double(box.x) / Double(k), minY: Double(box.y) / Double(k),
            maxX: Double(box.maxX) / Double(k), maxY: Double(box.maxY) / Double(k)))
      }
    )
  }

  /// Releases the client's buffers, as soon as the screen's buffer handling allows.
  private func giveBack(keeping buffer: AttachedBuffer?) {
    switch server.bufferRelease {
    case .immediately: buffer?.release()
    case .atRefresh: if let buffer { server.releaseAtRefresh.append(buffer) }
    case .whenReplaced:
      // Attached again, it is still in use.
      if let held, held.resource != buffer?.resource { held.release() }
      held = buffer
    }
  }

  // MARK: Children

  /// A new subsurface is above its siblings, from the next commit on.
  func add(_ child: Subsurface) {
    pendingStack = (pendingStack ?? stack) + [child]
  }

  func remove(_ child: Subsurface) {
    stack.removeAll { $0 === child }
    pendingStack?.removeAll { $0 === child }
  }

  /// Moves `child` next to `sibling` (`nil` is this surface) at the next commit; false where there
  /// is no such sibling.
  func restack(_ child: Subsurface, above: Bool, sibling: Subsurface?) -> Bool {
    var order = pendingStack ?? stack
    order.removeAll { $0 === child }
    guard let i = order.firstIndex(where: { $0 === sibling }) else { return false }
    order.insert(child, at: above ? i + 1 : i)
    pendingStack = order
    return true
  }

  override func resourceDestroyed() {
    contents = nil
    held?.release()
    held = nil
    role?.surfaceDestroyed()
    for child in stack { child?.parentDestroyed() }
    stack = [nil]
    server.surfaceDestroyed(self)
  }
}
