import Glibc

/// A colour in OKLab: lightness as the eye sees it, and two axes of hue.
///
/// Björn Ottosson, "A perceptual color space for image processing", 2020. Hue is the direction
/// of (`a`, `b`), chroma its length: the polar form is OKLCH.
struct OKLab: Hashable, Sendable {
  /// 0 black … 1 white.
  var lightness: Double
  var a: Double
  var b: Double

  init(lightness: Double, a: Double, b: Double) {
    self.lightness = lightness
    self.a = a
    self.b = b
  }

  init(_ c: LinearRGB) {
    let l = cbrt(0.4122214708 * c.red + 0.5363325363 * c.green + 0.0514459929 * c.blue)
    let m = cbrt(0.2119034982 * c.red + 0.6806995451 * c.green + 0.1073969566 * c.blue)
    let s = cbrt(0.0883024619 * c.red + 0.2817188376 * c.green + 0.6299787005 * c.blue)
    lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
    a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
    b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
  }

  var chroma: Double { (a * a + b * b).squareRoot() }

  /// The same hue and lightness with `k` times the chroma.
  func chroma(times k: Double) -> OKLab {
    OKLab(lightness: lightness, a: a * k, b: b * k)
  }

  /// The colour of this hue and, as far as sRGB can show it, chroma, with a relative luminance, 0 … 1.
  func with(luminance: Double) -> LinearRGB {
    var c = self
    var (low, high) = (0.0, 1.0)
    for _ in 0..<20 {
      c.lightness = (low + high) / 2
      if c.inGamut.luminance < luminance { low = c.lightness } else { high = c.lightness }
    }
    return c.inGamut
  }

  /// This colour, with as much of its chroma as sRGB can show at this lightness and hue.
  var inGamut: LinearRGB {
    let whole = LinearRGB(self)
    if whole.isInGamut { return whole }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<16 {
      let mid = (low + high) / 2
      if LinearRGB(chroma(times: mid)).isInGamut { low = mid } else { high = mid }
    }
    return LinearRGB(chroma(times: low))
  }
}

/// Amounts of sRGB's primaries, proportional to light: 0 … 1 within the gamut.
struct LinearRGB: Hashable, Sendable {
  var red: Double
  var green: Double
  var blue: Double

  init(_ color: Color) {
    red = Self.light(color.red)
    green = Self.light(color.green)
    blue = Self.light(color.blue)
  }

  init(_ c: OKLab) {
    let l = c.lightness + 0.3963377774 * c.a + 0.2158037573 * c.b
    let m = c.lightness - 0.1055613458 * c.a - 0.0638541728 * c.b
    let s = c.lightness - 0.0894841775 * c.a - 1.2914855480 * c.b
    let (l3, m3, s3) = (l * l * l, m * m * m, s * s * s)
    red = 4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3
    green = -1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3
    blue = -0.0041960863 * l3 - 0.7034186147 * m3 + 1.7076147010 * s3
  }

  /// Within sRGB, up to rounding.
  var isInGamut: Bool {
    let range = -0.000_1...1.000_1
    return range.contains(red) && range.contains(green) && range.contains(blue)
  }

  /// Relative luminance as WCAG 2 defines it, 0 black … 1 white.
  var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

  /// The nearest colour of eight bits a channel.
  func color(alpha: UInt8) -> Color {
    Color(
      red: Self.code(red), green: Self.code(green), blue: Self.code(blue), alpha: alpha)
  }

  /// sRGB's transfer function (IEC 61966-2-1).
  private static func light(_ code: UInt8) -> Double {
    let v = Double(code) / 255
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
  }

  private static func code(_ light: Double) -> UInt8 {
    let v = min(max(light, 0), 1)
    let c = v <= 0.003_130_8 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055
    return UInt8((c * 255).rounded())
  }
}
