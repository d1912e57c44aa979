import Glibc
import InkModel
import Testing

@testable import InkRendering

@Suite struct `Colours on paper` {
  /// The colour cube in steps of 17, with four alphas mixed in.
  private static let cube: [Color] = (0..<4096).map { (i: Int) -> Color in
    let (r, g, b) = (i % 16, i / 16 % 16, i / 256)
    let alphas: [UInt8] = [255, 128, 1, 0]
    return Color(
      red: UInt8(r * 17), green: UInt8(g * 17), blue: UInt8(b * 17), alpha: alphas[(r + g) % 4])
  }

  private static func light(_ code: UInt8) -> Double {
    let v = Double(code) / 255
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
  }

  private static func luminance(_ c: Color) -> Double {
    0.2126 * light(c.red) + 0.7152 * light(c.green) + 0.0722 * light(c.blue)
  }

  /// OKLab, written down a second time with the published matrices in their published order.
  private static func oklab(_ c: Color) -> (l: Double, a: Double, b: Double) {
    let (r, g, b) = (light(c.red), light(c.green), light(c.blue))
    let l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    let m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    let s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    return (
      0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    )
  }

  @Test func `on light paper every colour is itself`() {
    for c in Self.cube { #expect(c.resolved(on: .light) == c) }
  }

  @Test func `alpha is kept`() {
    for c in Self.cube { #expect(c.resolved(on: .dark).alpha == c.alpha) }
  }

  @Test func `hue is kept on dark paper, and chroma never grows`() {
    for c in Self.cube {
      let (p, q) = (Self.oklab(c), Self.oklab(c.resolved(on: .dark)))
      let chroma = hypot(p.a, p.b)
      // Greys have no hue to keep; a step of eight bits turns dark colours a little.
      guard chroma > 0.02 else { continue }
      let across = abs(p.a * q.b - p.b * q.a) / chroma
      let along = (p.a * q.a + p.b * q.b) / chroma
      #expect(across < 0.011 && along > -0.004 && along < chroma + 0.011, "\(c)")
    }
  }

  @Test func `a colour that is chosen as it is seen on the paper is seen so`() {
    let ends = [Color.white, .black].map { Self.luminance($0.resolved(on: .dark)) }
    for c in Self.cube {
      #expect(Color(seenAs: c, on: .light) == c)
      let ink = Color(seenAs: c, on: .dark)
      #expect(ink.alpha == c.alpha)
      let seen = ink.resolved(on: .dark)
      // As light as it was chosen, or as any ink can be; a step of eight bits more or less.
      let chosen = min(max(Self.luminance(c), ends[0]), ends[1])
      #expect(abs(Self.luminance(seen) - chosen) < 0.012 + chosen * 0.03, "\(c): \(seen)")
      let (p, q) = (Self.oklab(c), Self.oklab(seen))
      let chroma = hypot(p.a, p.b)
      guard chroma > 0.02 else { continue }
      // Twice what a step of eight bits turns it.
      #expect(abs(p.a * q.b - p.b * q.a) / chroma < 0.022, "\(c): \(seen)")
    }
  }

  @Test func `darker in is lighter out, for any two colours`() {
    let pairs = Self.cube.map { (Self.luminance($0), Self.luminance($0.resolved(on: .dark))) }
      .sorted { $0.0 < $1.0 }
    var lowest = Double.infinity
    for (_, out) in pairs {
      // One step of eight bits in green.
      #expect(out <= lowest + 0.012)
      lowest = min(lowest, out)
    }
  }

  @Test func `greys map monotonically`() {
    var last = 256
    for v in 0...255 {
      let out = Color(red: UInt8(v), green: UInt8(v), blue: UInt8(v)).resolved(on: .dark)
      #expect(Int(out.green) <= last)
      #expect(max(out.red, out.green, out.blue) - min(out.red, out.green, out.blue) <= 1)
      last = Int(out.green)
    }
  }

  @Test func `contrast up to 7 is kept, and more stays at 7 or more`() {
    for c in Self.cube {
      let opaque = Color(red: c.red, green: c.green, blue: c.blue)
      let light = opaque.contrast(against: PaperStyle.light.color)
      let dark = opaque.resolved(on: .dark).contrast(against: PaperStyle.dark.color)
      if light <= 7 {
        #expect(abs(dark / light - 1) < 0.06, "\(c): \(light), \(dark)")
      } else {
        #expect(dark > 6.8 && dark < light + 0.02, "\(c): \(light), \(dark)")
      }
    }
  }

  @Test(arguments: PaperStyle.allCases)
  func `S56 default inks have a contrast of 4.5 or more on light and dark paper`(
    paper: PaperStyle
  ) {
    #expect(DefaultPalette.colors.count == 8)
    #expect(DefaultPalette.colors.contains(Ink.standard.color))
    for c in DefaultPalette.colors {
      #expect(c.resolved(on: paper).contrast(against: paper.color) >= 4.5, "\(c)")
    }
    // Any two can be told apart.
    for (i, a) in DefaultPalette.colors.enumerated() {
      for b in DefaultPalette.colors[..<i] {
        let (p, q) = (Self.oklab(a.resolved(on: paper)), Self.oklab(b.resolved(on: paper)))
        #expect(hypot(p.l - q.l, hypot(p.a - q.a, p.b - q.b)) > 0.08, "\(a), \(b)")
      }
    }
  }

  @Test(arguments: PaperStyle.allCases)
  func `S56 what a fresh profile's brushes write can be read, the paper shining through or not`(
    paper: PaperStyle
  ) {
    let sheet = paper.color
    for ink in StockBrushes.inks {
      let color = ink.color(on: paper)
      func over(_ top: UInt8, _ below: UInt8) -> UInt8 {
        let a = Double(color.alpha) / 255
        return UInt8((Double(top) * a + Double(below) * (1 - a)).rounded())
      }
      let seen = Color(
        red: over(color.red, sheet.red), green: over(color.green, sheet.green),
        blue: over(color.blue, sheet.blue))
      // A light behind ink and no ink: what counts is that ink on it can be read.
      if StockBrushes.family(of: ink).band == .below {
        #expect(Ink.standard.color(on: paper).contrast(against: seen) >= 4.5)
      } else {
        #expect(seen.contrast(against: sheet) >= 4.5, "\(ink.brush)")
      }
    }
    // A marker's strokes show through each other.
    let marker = StockBrushes.inks.first { $0.brush == "marker" }
    #expect((150..<230).contains(marker?.color.alpha ?? 0))
  }
}
