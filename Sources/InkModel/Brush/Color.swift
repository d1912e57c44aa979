/// A colour in sRGB with straight alpha, eight bits a channel, as it is stored.
public struct Color: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  public var alpha: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// From 0xRRGGBBAA.
  public init(rgba: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgba >> 24), green: UInt8(truncatingIfNeeded: rgba >> 16),
      blue: UInt8(truncatingIfNeeded: rgba >> 8), alpha: UInt8(truncatingIfNeeded: rgba))
  }

  /// As 0xRRGGBBAA.
  public var rgba: UInt32 {
    UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(alpha)
  }

  /// The ink of a fresh pen: a blue-black that reads as black and is kinder than it.
  public static let ink = Color(rgba: 0x1A1F_2BFF)
  public static let white = Color(rgba: 0xFFFF_FFFF)
  public static let black = Color(rgba: 0x0000_00FF)
}
