import ReaderProtocol

/// How a page is looked at: the part of it that is shown, turned upright.
///
/// As poppler takes it, whose pixels stand below the ink: `/UserUnit` is left alone there, too.
struct PageGeometry {
  /// Left, bottom, right and top of what is shown, in the page's user space, y up.
  let box: (x0: Double, y0: Double, x1: Double, y1: Double)
  /// Clockwise.
  let quarterTurns: Int

  init(_ page: QpdfObject) {
    // ISO 32000-1, table 30: US letter is what readers take for a page without a box.
    let media = Self.box(Self.inherited(page, "/MediaBox")) ?? (0, 0, 612, 792)
    var shown = media
    if let crop = Self.box(Self.inherited(page, "/CropBox")) {
      let both = (
        max(crop.x0, media.x0), max(crop.y0, media.y0), min(crop.x1, media.x1),
        min(crop.y1, media.y1)
      )
      if both.2 > both.0, both.3 > both.1 { shown = both }
    }
    box = shown
    quarterTurns = Self.quarterTurns(Self.inherited(page, "/Rotate").number64 ?? 0)
  }

  private static func quarterTurns(_ degrees: Double) -> Int {
    guard degrees.truncatingRemainder(dividingBy: 90) == 0, abs(degrees) < 1e6 else { return 0 }
    return (Int(degrees) / 90) & 3
  }

  static func box(
    _ object: QpdfObject
  ) -> (x0: Double, y0: Double, x1: Double, y1: Double)? {
    guard let n = object.numbers(4) else { return nil }
    let box = (min(n[0], n[2]), min(n[1], n[3]), max(n[0], n[2]), max(n[1], n[3]))
    return box.2 > box.0 && box.3 > box.1 ? box : nil
  }

  /// An entry of a page, or of the nodes above it that gives it to all of theirs.
  static func inherited(_ page: QpdfObject, _ key: String) -> QpdfObject {
    var node = page
    // Deeper than any tree of pages is.
    for _ in 0..<64 {
      let value = node[key]
      if !value.isNull { return value }
      node = node["/Parent"]
      guard node.isDictionary else { break }
    }
    return page.file.null
  }

  /// From the page as it is looked at, y down, to its user space.
  var userFromSeen: ForeignTransform {
    switch quarterTurns {
    case 0: ForeignTransform(1, 0, 0, -1, box.x0, box.y1)
    case 1: ForeignTransform(0, 1, 1, 0, box.x0, box.y0)
    case 2: ForeignTransform(-1, 0, 0, 1, box.x1, box.y0)
    default: ForeignTransform(0, -1, -1, 0, box.x1, box.y1)
    }
  }
}

/// A rectangle in a page's user space.
struct UserRect {
  var x0: Double
  var y0: Double
  var x1: Double
  var y1: Double

  /// Of an annotation, whichever corners it names.
  init?(_ numbers: [Double]?) {
    guard let n = numbers, n.count == 4 else { return nil }
    (x0, y0, x1, y1) = (min(n[0], n[2]), min(n[1], n[3]), max(n[0], n[2]), max(n[1], n[3]))
  }

  /// What holds the image of a box.
  init(_ box: ForeignBox, _ t: ForeignTransform) {
    let (a, b) = (t(box.x, box.y), t(box.x + box.width, box.y + box.height))
    (x0, y0, x1, y1) = (min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y))
  }

  var numbers: [Double] { [x0, y0, x1, y1] }

  /// The map of this rectangle to where another program has put it.
  ///
  /// Programs write numbers with few decimal places, and some add a margin: what is hardly another size was only moved.
  func motion(to new: UserRect) -> ForeignTransform {
    let (w, h) = (x1 - x0, y1 - y0)
    let (newW, newH) = (new.x1 - new.x0, new.y1 - new.y0)
    let isSame = zip(numbers, new.numbers).allSatisfy { abs($0 - $1) <= Self.slack }
    guard !isSame, w > 0, h > 0 else { return .identity }
    let keepsSize =
      abs(newW - w) <= max(Self.margin, w / 50) && abs(newH - h) <= max(Self.margin, h / 50)
    guard !keepsSize, newW > 0, newH > 0 else {
      return ForeignTransform(
        1, 0, 0, 1, (new.x0 + new.x1 - x0 - x1) / 2, (new.y0 + new.y1 - y0 - y1) / 2)
    }
    let (sx, sy) = (newW / w, newH / h)
    return ForeignTransform(sx, 0, 0, sy, new.x0 - x0 * sx, new.y0 - y0 * sy)
  }

  /// Less than a program that keeps two decimal places changes, in points.
  private static let slack = 0.02
  /// More than programs add around ink, in points.
  private static let margin = 2.0
}
