import InkModel
import PageReading
import Testing

@Suite("The order of reading") struct ReadingOrderTests {
  private typealias Piece = ReadingOrder.Piece

  /// Something of one line, whose letters are half as high as it.
  private func line(_ x: Double, _ y: Double, width: Double = 200, height: Double = 40) -> Piece {
    Piece(box: Rect(x: x, y: y, width: width, height: height), height: height / 2)
  }

  /// The same as it lies on a page that is turned.
  private func turned(_ pieces: [Piece], by angle: Double) -> [Piece] {
    pieces.map { Piece(box: $0.box, height: $0.height, angle: angle) }
  }

  @Test(arguments: [0.0, Double.pi / 2, Double.pi, -2.5])
  func `what stands below is read later, whatever its size, its distance and the page's turn`(
    angle: Double
  ) {
    let column = [
      line(300, 130), line(300, 290, width: 120, height: 20), line(310, 450),
      line(290, 1200, width: 600, height: 90), line(300, 1291, height: 20),
    ]
    for shift in 0..<column.count {
      let order = column.indices.map { ($0 + shift) % column.count }
      let pieces = turned(order.map { column[$0] }, by: angle)
      #expect(ReadingOrder.indices(of: pieces).map { order[$0] } == Array(column.indices))
    }
  }

  @Test func `a column is read before the one on its right`() {
    let left = (0..<4).map { line(0, 60 * Double($0)) }
    let right = (0..<4).map { line(400, 10 + 60 * Double($0)) }
    let pieces = zip(right, left).flatMap { [$0, $1] }
    let order = ReadingOrder.indices(of: pieces)
    #expect(order.map { pieces[$0] } == left + right)
  }

  @Test func `what runs in another direction is not mixed with the rest`() {
    let rows = (0..<3).map { line(0, 100 * Double($0)) }
    let margin = turned([line(50, -900), line(50, -850)], by: .pi / 2)
    let pieces = [rows[2], margin[1], rows[0], margin[0], rows[1]]
    let order = ReadingOrder.indices(of: pieces)
    #expect(order.map { pieces[$0] } == rows + margin)
  }
}
