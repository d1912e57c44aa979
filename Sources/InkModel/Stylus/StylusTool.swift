/// The physical tool that points: one pen, its eraser end, a finger, the mouse.
public struct StylusTool: Hashable, Sendable {
  /// The kind of tool, by the name that recordings and files keep.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case pen
    case eraser
    case brush
    case pencil
    case airbrush
    /// A tablet's puck.
    case lens
    case mouse
    case finger
  }

  public var kind: Kind
  /// The tool's own number, 0 where it has none; with `hardwareID` it distinguishes two pens.
  public var serial: UInt64
  /// The maker's model code, 0 where unknown.
  public var hardwareID: UInt64

  public init(_ kind: Kind, serial: UInt64 = 0, hardwareID: UInt64 = 0) {
    self.kind = kind
    self.serial = serial
    self.hardwareID = hardwareID
  }

  /// Without its kind, whose name would be read letter by letter.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(serial)
  }

  public static let mouse = StylusTool(.mouse)
  public static let finger = StylusTool(.finger)
}
