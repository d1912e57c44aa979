import InkModel
import Testing

@testable import PlumbagoApp

/// What is told of elements whose numbers make no sense.
@Suite("Elements that are refused") struct RefusedElementsTests {
  private func ids(_ numbers: [Int64]) -> [ElementID] { numbers.map { ElementID($0) } }

  @Test func `a few are named by their numbers`() {
    let one = ErrorPresentation.sentence(refused: ids([17]))
    #expect(one == "1 element makes no sense and was left out (number 17).")
    let three = ErrorPresentation.sentence(notShown: ids([17, 18, 40]), of: "/x/a.plumbago")
    #expect(
      three == "3 elements of “a.plumbago” make no sense and are not shown (numbers 17, 18, 40). "
        + "They were left in the file as they are.")
  }

  @Test func `of many the first are named, and the rest is counted`() {
    let eight = ErrorPresentation.sentence(refused: ids(Array(1...8)))
    #expect(eight.contains("8 elements make") && eight.contains("(numbers 1, 2, 3, 4, 5, 6, 7, 8)"))
    let thousands = ErrorPresentation.sentence(refused: ids(Array(1...5000)))
    #expect(
      thousands == "5000 elements make no sense and were left out "
        + "(numbers 1, 2, 3, 4, 5, 6, 7, 8 and 4992 more).")
  }
}
