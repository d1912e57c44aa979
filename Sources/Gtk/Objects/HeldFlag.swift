import CGtk

/// A flag of an object that is off until the last of those who hold it lets go.
///
/// Several may hold one flag at a time, and end in any order. Restoring what each found would leave it off where the
/// second found what the first had set, or switch it on under the second.
///
/// Invariants:
/// 1. A flag that its program has off when nobody holds it is not touched.
/// 2. Any other is off from the first holder on, and on again after the last.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class HeldFlag {
  nonisolated private struct Flag: Hashable {
    let object: UnsafeMutableRawPointer
    let property: String
  }

  /// How many hold each.
  private static var holders: [Flag: Int] = [:]

  private let object: Kept<Object>
  private let flag: Flag
  private var isHeld = true

  /// Switches a flag off; `nil` where it is off and nobody holds it.
  ///
  /// - Parameter property: The flag's GObject name.
  public init?(_ property: String, of object: some GObjectPointer) {
    let flag = Flag(object: object.raw, property: property)
    let count = Self.holders[flag] ?? 0
    guard count > 0 || object.bool(property) else { return nil }
    Self.holders[flag] = count + 1
    self.object = Kept(Object(object.raw))
    self.flag = flag
    object.set(property, false)
  }

  /// Switches it on again, unless others still hold it.
  public func release() {
    guard isHeld else { return }
    isHeld = false
    let count = (Self.holders[flag] ?? 1) - 1
    Self.holders[flag] = count > 0 ? count : nil
    if count == 0 { object.object.set(flag.property, true) }
  }

  isolated deinit { release() }
}
