import InkModel

/// Colours by the names and numbers of Xournal.
enum XournalColor {
  /// `#RRGGBBAA`, `#RRGGBB`, or one of the eleven names of ink; `nil` for anything else.
  static func color(_ text: String) -> Color? { hex(text) ?? inks[text].map { Color(rgba: $0) } }

  /// The same for paper, whose names are of paler colours.
  static func background(_ text: String) -> Color? {
    (hex(text) ?? papers[text].map { Color(rgba: $0) }).map {
      Color(red: $0.red, green: $0.green, blue: $0.blue)
    }
  }

  static func text(_ color: Color) -> String {
    let digits = String(color.rgba, radix: 16)
    return "#" + String(repeating: "0", count: 8 - digits.count) + digits
  }

  private static func hex(_ text: String) -> Color? {
    guard text.hasPrefix("#"), let value = UInt32(text.dropFirst(), radix: 16) else { return nil }
    switch text.utf8.count {
    case 9: return Color(rgba: value)
    case 7: return Color(rgba: value << 8 | 0xFF)
    default: return nil
    }
  }

  private static let inks: [String: UInt32] = [
    "black": 0x0000_00FF, "blue": 0x3333_CCFF, "red": 0xFF00_00FF, "green": 0x0080_00FF,
    "gray": 0x8080_80FF, "lightblue": 0x00C0_FFFF, "lightgreen": 0x00FF_00FF,
    "magenta": 0xFF00_FFFF, "orange": 0xFF80_00FF, "yellow": 0xFFFF_00FF, "white": 0xFFFF_FFFF,
  ]

  private static let papers: [String: UInt32] = [
    "white": 0xFFFF_FFFF, "yellow": 0xFFF5_C0FF, "pink": 0xFFC0_D4FF, "orange": 0xFFC0_80FF,
    "blue": 0xA0E8_FFFF, "green": 0x80FF_C0FF,
  ]
}

/// Papers by the names of Xournal.
enum XournalPaper {
  /// The pattern nearest to a style, and its spacing in canvas points; `nil` for one that there is none for.
  static func pattern(_ style: String) -> (PaperPattern, Double?)? {
    switch style {
    case "plain": (.plain, nil)
    case "ruled", "lined": (.ruled, 24)
    case "graph": (.grid, 14.17)
    case "dotted": (.dots, 14.17)
    case "staves": (.music, 5)
    case "isograph": (.isometric, 14.17)
    default: nil
    }
  }

  static func style(_ pattern: PaperPattern) -> String {
    switch pattern {
    // There is nothing like these; forms to write on are at least ruled.
    case .plain, .hexagons, .storyboard, .logLog: "plain"
    case .ruled, .cornell, .toDo, .week: "ruled"
    case .isometric: "isograph"
    case .grid: "graph"
    case .dots: "dotted"
    case .music: "staves"
    }
  }
}

/// The name of a font as Xournal++ keeps it: the family and, behind it, words for weight and slant.
///
/// As Pango writes and reads it: a comma ends a family whose own last word could be read as one of those.
struct XournalFont {
  var family: String
  var weight = 400
  var slant = TextSlant.upright

  init(_ name: String) {
    var words = name.split(separator: " ").map(String.init)
    reading: while words.count > 1, let last = words.last, !Self.isFamily(words) {
      switch last.lowercased() {
      case "thin": weight = 100
      case "ultra-light", "extra-light": weight = 200
      case "light": weight = 300
      case "regular", "normal": weight = 400
      case "medium": weight = 500
      case "semi-bold", "semibold", "demi-bold": weight = 600
      case "bold": weight = 700
      case "ultra-bold", "extra-bold": weight = 800
      case "heavy", "black": weight = 900
      case "italic": slant = .italic
      case "oblique": slant = .oblique
      default: break reading
      }
      words.removeLast()
    }
    while words.last == "," { words.removeLast() }
    var family = words.joined(separator: " ")
    if family.hasSuffix(",") { family.removeLast() }
    self.family = family.isEmpty ? "Sans" : family
  }

  /// Whether these words, without a comma, are the name of a well-known family that ends in a word for a weight.
  ///
  /// Otherwise “Arial Black” would become “Arial” in a heavy weight, which is written as another font.
  private static func isFamily(_ words: [String]) -> Bool {
    families.contains(words.joined(separator: " ").lowercased())
  }

  private static let families: Set = [
    "arial black", "calibri light", "franklin gothic heavy", "franklin gothic medium",
    "segoe ui black", "segoe ui light", "segoe ui semibold", "yu gothic light",
    "yu gothic medium",
  ]

  /// The words that Pango takes for something else than a part of a family's name, without hyphens, which it ignores.
  private static let pangoWords: Set = [
    "thin", "ultralight", "extralight", "light", "semilight", "demilight", "book", "regular",
    "medium", "semibold", "demibold", "bold", "ultrabold", "extrabold", "heavy", "black",
    "ultrablack", "extrablack", "normal", "roman", "oblique", "italic", "smallcaps",
    "allsmallcaps", "petitecaps", "allpetitecaps", "unicase", "titlecaps", "ultracondensed",
    "extracondensed", "condensed", "semicondensed", "semiexpanded", "expanded", "extraexpanded",
    "ultraexpanded", "notrotated", "south", "upsidedown", "north", "rotatedleft", "east",
    "rotatedright", "west",
  ]

  /// Whether Pango would read the end of a family's name as a style or, where it is a number, as a size.
  private static func isAmbiguous(_ family: String) -> Bool {
    guard let last = family.split(separator: " ").last else { return false }
    return pangoWords.contains(last.lowercased().filter { $0 != "-" })
      || last.first?.isNumber ?? false
  }

  init(_ run: TextRun) {
    family = run.family
    weight = run.weight
    slant = run.slant
  }

  var name: String {
    let weights = [
      100: "Thin", 200: "Ultra-Light", 300: "Light", 500: "Medium", 600: "Semi-Bold", 700: "Bold",
      800: "Ultra-Bold", 900: "Heavy",
    ]
    let nearest = (weight + 50) / 100 * 100
    let slants: [TextSlant: String] = [.italic: "Italic", .oblique: "Oblique"]
    let ended = Self.isAmbiguous(family) ? family + "," : family
    return [ended, weights[nearest], slants[slant]].compactMap(\.self).joined(separator: " ")
  }
}
