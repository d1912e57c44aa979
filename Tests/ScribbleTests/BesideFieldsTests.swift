import InkModel
import Scribble
import Testing

@Suite struct BesideFieldsTests {
  /// Two lines of a form with a gap between them.
  private let above = Rect(x: 20, y: 60, width: 500, height: 44)
  private let below = Rect(x: 20, y: 128, width: 500, height: 44)

  private func line(from top: Double, to bottom: Double) -> [Point] {
    [Point(100, top), Point(104, bottom)]
  }

  @Test(arguments: [105.0, 108, 111])
  func `S38 a stroke that begins in a gap and goes down into a field is that field's`(
    start: Double
  ) {
    for bottom in stride(from: 134.0, through: 170, by: 4) {
      let stroke = line(from: start, to: bottom)
      #expect(BesideFields.taker(of: stroke, beside: above, among: [below]) == 0)
    }
  }

  @Test func `a stroke that begins in a field is that field's, wherever it goes`() {
    for start in stride(from: 61.0, to: 104, by: 6) {
      let stroke = line(from: start, to: 170)
      #expect(BesideFields.taker(of: stroke, beside: above, among: [below]) == nil)
    }
  }

  @Test func `a stroke in a gap, or one that grazes the next field, is that of the nearest`() {
    for bottom in [112.0, 120, 127, 129] {
      let stroke = line(from: 107, to: bottom)
      #expect(BesideFields.taker(of: stroke, beside: above, among: [below]) == nil)
    }
    // Up into the nearest, and then into the other one by less.
    let both = [Point(100, 107), Point(104, 80), Point(108, 140)]
    #expect(BesideFields.taker(of: both, beside: above, among: [below]) == nil)
  }

  @Test func `of several fields that takes a stroke in which most of it lies`() {
    let (left, right) = (
      Rect(x: 20, y: 128, width: 100, height: 44), Rect(x: 130, y: 128, width: 100, height: 44)
    )
    let stroke = [Point(100, 110), Point(100, 150), Point(220, 150)]
    #expect(BesideFields.taker(of: stroke, beside: above, among: [left, right]) == 1)
    #expect(BesideFields.taker(of: stroke, beside: above, among: []) == nil)
  }

  @Test func `a share is of the length, however often a pen that rests tells its point`() {
    let frame = Rect(x: 0, y: 0, width: 10, height: 10)
    let stroke = [Point(5, 5), Point(25, 5)]
    let resting = Array(repeating: Point(5, 5), count: 50) + stroke
    #expect(abs(BesideFields.share(of: stroke, in: frame) - 0.25) < 0.03)
    #expect(
      BesideFields.share(of: resting, in: frame) == BesideFields.share(of: stroke, in: frame))
    #expect(BesideFields.share(of: [Point(5, 5)], in: frame) == 0)
  }
}
