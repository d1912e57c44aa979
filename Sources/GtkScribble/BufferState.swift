import CGtk
import Gtk

/// Numbers the states of a text buffer, so that two are told apart without a comparison of whole texts.
///
/// Invariant: the same number is never that of two texts, nor that of two buffers.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class BufferState {
  private static let key = "plumbago-buffer-state"
  private static var last = 0

  private(set) var number: Int

  /// That of a buffer, which owns it.
  static func of(_ buffer: UnsafeMutablePointer<GtkTextBuffer>) -> BufferState {
    let object = Object(buffer.raw).object
    if let data = g_object_get_data(object, key),
      let known = Retained<BufferState>.from(data)?.value
    {
      return known
    }
    let new = BufferState()
    g_object_set_data_full(
      object, key, Retained(new).retained(), { Retained<BufferState>.release($0) })
    Signal<Void>(buffer, "changed").connect { [weak new] in new?.number = BufferState.next() }
    return new
  }

  private init() { number = Self.next() }

  private static func next() -> Int {
    last += 1
    return last
  }
}
