import InkModel
import TabletCompositor

/// Ink as the eye weighs it: how much of each pixel it covers.
struct InkSight {
  private let coverages: [Double]
  let width: Int
  let height: Int

  /// What `picture` shows of the standard ink on `paper`; 0 is bare paper, 1 is ink.
  init(_ picture: Picture, paper: PaperStyle = .light, ink: Color = Ink.standard.color) {
    width = picture.width
    height = picture.height
    let bare = Pixel(paper.color.rgba >> 8).luma
    let full = Pixel(ink.resolved(on: paper).rgba >> 8).luma
    coverages = (0..<picture.height).flatMap { y in
      (0..<picture.width).map { x in (picture[x, y].luma - bare) / (full - bare) }
    }
  }

  subscript(x: Int, y: Int) -> Double { coverages[y * width + x] }

  /// The area covered, in pixels.
  var area: Double { coverages.reduce(0, +) }

  /// The area covered in one column.
  func area(ofColumn x: Int) -> Double { (0..<height).reduce(0) { $0 + self[x, $1] } }

  /// The area covered in one row.
  func area(ofRow y: Int) -> Double { (0..<width).reduce(0) { $0 + self[$1, y] } }

  /// The centre of gravity, in pixels; `nil` where there is no ink.
  var centroid: Point? {
    var (sum, x, y) = (0.0, 0.0, 0.0)
    for row in 0..<height {
      for column in 0..<width {
        let c = self[column, row]
        guard c > 0.004 else { continue }
        sum += c
        x += c * (Double(column) + 0.5)
        y += c * (Double(row) + 0.5)
      }
    }
    return sum > 0.1 ? Point(x / sum, y / sum) : nil
  }

  /// The pixels with at least this much ink.
  func pixels(above threshold: Double) -> Int { coverages.count { $0 >= threshold } }

  /// How many pixels that `earlier` shows inked show hardly any of that here.
  ///
  /// A shade more or less is no loss: the end of a line is modelled anew when the pen lifts.
  func lost(from earlier: InkSight) -> Int {
    zip(earlier.coverages, coverages).count { $0 > 0.5 && $1 < $0 / 2 }
  }
}
