import Glibc

/// The app's own paper, light or dark.
///
/// Pictures and imported pages are not paper.
public enum PaperStyle: String, CaseIterable, Hashable, Sendable {
  case light
  case dark

  /// The colour of the bare sheet: a warm white, or a calm near-black.
  public var color: Color {
    switch self {
    case .light: Color(rgba: 0xFDFC_F9FF)
    case .dark: Color(rgba: 0x1B1C_1FFF)
    }
  }
}

extension Color {
  /// The colour to paint with where this one was chosen on light paper.
  ///
  /// On light paper, this very colour. On dark paper, hue and alpha are kept and lightness is
  /// mapped so that the ink stands out from its paper as much as it did: the contrast ratio is
  /// the same up to 7:1 and compressed above, so that black becomes a soft white instead of a
  /// glare. White ink, which covers on light paper, covers on dark paper too. Chroma is kept as
  /// far as the screen can show it. Darker in means lighter out, for any two colours.
  ///
  /// Takes a few microseconds on dark paper: compute it once for many strokes.
  public func resolved(on paper: PaperStyle) -> Color {
    switch paper {
    case .light: return self
    case .dark:
      let light = LinearRGB(self)
      let contrast =
        (LinearRGB(PaperStyle.light.color).luminance + 0.05) / (light.luminance + 0.05)
      let base = LinearRGB(PaperStyle.dark.color).luminance + 0.05
      let target = base * Self.contrastOnDark(contrast) - 0.05
      return OKLab(light).with(luminance: target).color(alpha: alpha)
    }
  }

  /// What a contrast against light paper becomes against dark paper: kept up to 7 (WCAG's
  /// "enhanced" level), then drawn together evenly in proportion, so that black's 20.5 ends at
  /// 14.5, a white without glare.
  private static func contrastOnDark(_ contrast: Double) -> Double {
    contrast <= 7 ? contrast : 7 * pow(contrast / 7, 0.678)
  }

  /// The ink that looks like a colour on some paper, as close as there is one: the inverse of ``resolved(on:)``.
  ///
  /// On dark paper nothing is lighter than black ink, nor darker than white ink, and of a chroma that the screen cannot
  /// show at the other lightness the rest is lost.
  public init(seenAs color: Color, on paper: PaperStyle) {
    switch paper {
    case .light: self = color
    case .dark:
      let dark = LinearRGB(color)
      let base = LinearRGB(PaperStyle.dark.color).luminance + 0.05
      let contrast = Self.contrastOnLight(max((dark.luminance + 0.05) / base, 0))
      let target = (LinearRGB(PaperStyle.light.color).luminance + 0.05) / contrast - 0.05
      self = OKLab(dark).with(luminance: target).color(alpha: color.alpha)
    }
  }

  /// The inverse of ``contrastOnDark(_:)``.
  private static func contrastOnLight(_ contrast: Double) -> Double {
    contrast <= 7 ? contrast : 7 * pow(contrast / 7, 1 / 0.678)
  }

  /// The contrast ratio of two opaque colours as WCAG 2 defines it, 1 … 21.
  public func contrast(against other: Color) -> Double {
    let (a, b) = (LinearRGB(self).luminance, LinearRGB(other).luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// This colour with another opacity, 0 … 1.
  public func with(alpha: Double) -> Color {
    var c = self
    c.alpha = UInt8((min(max(alpha, 0), 1) * 255).rounded())
    return c
  }

  /// This colour with so much of another in it, 0 … 1; alpha stays.
  public func mixed(_ other: Color, _ t: Double) -> Color {
    func blend(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8((Double(a) + (Double(b) - Double(a)) * t).rounded())
    }
    return Color(
      red: blend(red, other.red), green: blend(green, other.green),
      blue: blend(blue, other.blue), alpha: alpha)
  }
}

/// The colours that a fresh profile offers.
///
/// Each has a contrast of 4.5:1 or more on both papers, so that writing in it can be read.
public enum DefaultPalette {
  public static let colors: [Color] = [
    .ink,
    Color(rgba: 0x6A6E_76FF),  // grey
    Color(rgba: 0xC827_3DFF),  // red
    Color(rgba: 0xAD54_00FF),  // orange
    Color(rgba: 0x2C7D_37FF),  // green
    Color(rgba: 0x007B_88FF),  // teal
    Color(rgba: 0x2459_C8FF),  // blue
    Color(rgba: 0x8140_B8FF),  // violet
  ]
}

/// The colours that a fresh profile offers for highlighters, the highlighter's own first.
///
/// Light, and as strong as the yellow: dark ink on them is read on light paper, and light ink on dark paper.
public enum HighlighterPalette {
  public static let colors: [Color] = [
    Color(rgba: 0xFFD9_00FF),  // yellow
    Color(rgba: 0xFFB4_5CFF),  // orange
    Color(rgba: 0x8AE0_5CFF),  // green
    Color(rgba: 0x5CDF_CFFF),  // turquoise
    Color(rgba: 0xFF9C_CAFF),  // pink
    Color(rgba: 0xCBA6_FFFF),  // violet
    Color(rgba: 0x80C8_FFFF),  // blue
    Color(rgba: 0xBCC1_CAFF),  // grey
  ]
}
