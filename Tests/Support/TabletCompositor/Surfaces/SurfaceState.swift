import CWaylandServer
import InkModel

/// What a client has asked of a surface and not yet committed, or committed and not yet applied.
struct SurfaceState {
  enum Attachment {
    case unchanged
    case removed
    case buffer(AttachedBuffer)
  }
  var attachment = Attachment.unchanged
  /// In surface coordinates.
  var damage: [PixelBox] = []
  /// In buffer coordinates.
  var bufferDamage: [PixelBox] = []
  var frameCallbacks: [CallbackObject] = []
  var feedbacks: [PresentationFeedback] = []
  var scale: Int?
  /// The outer optional: whether the client set it; the inner one: infinite.
  var inputRegion: Region??
  var viewport = ViewportState?.none

  /// Adds what was asked later.
  mutating func merge(_ later: SurfaceState) {
    switch later.attachment {
    case .unchanged: break
    case .removed, .buffer: attachment = later.attachment
    }
    damage += later.damage
    bufferDamage += later.bufferDamage
    frameCallbacks += later.frameCallbacks
    feedbacks += later.feedbacks
    scale = later.scale ?? scale
    inputRegion = later.inputRegion ?? inputRegion
    viewport = later.viewport ?? viewport
  }
}

/// A crop and a size that `wp_viewport` gives a surface; `nil` is unset.
struct ViewportState: Equatable {
  /// In buffer coordinates divided by the buffer scale.
  var source: Rect?
  /// In surface coordinates.
  var destination: PixelSize?
}

/// When a client gets back a buffer that it committed.
public enum BufferRelease: Hashable, Sendable {
  /// At once, the pixels having been copied: what Mutter and sway do with buffers in memory.
  case immediately
  /// At the next refresh.
  case atRefresh
  /// When another buffer replaces it, as where a buffer is shown without a copy.
  case whenReplaced
}

/// A `wl_shm` buffer between attach and use: its client may destroy it in that time.
final class AttachedBuffer {
  private(set) var resource: OpaquePointer?
  private var listener: DestroyListener?

  init(_ resource: OpaquePointer) {
    self.resource = resource
    listener = DestroyListener(resource) { [unowned self] in self.resource = nil }
  }

  /// Tells the client that it may write to the buffer again.
  func release() {
    if let resource { wl_buffer_send_release(resource) }
  }
}

/// A `wl_callback`: one event, then it is gone.
final class CallbackObject: ProtocolObject {
  init(_ server: Server, client: OpaquePointer, id: UInt32) {
    super.init(server, client: client, cwayland_wl_callback(), version: 1, id: id)
  }

  func done(_ data: UInt32) {
    guard let resource else { return }
    wl_callback_send_done(resource, data)
    destroy()
  }
}
