/// Some pages of a drawing by their numbers, counted from 1.
public struct PageNumbers: Hashable, Sendable {
  /// One at least.
  private let ranges: [ClosedRange<Int>]

  public init(_ page: Int) {
    ranges = [page...page]
  }

  /// Reads numbers and ranges of them, in any order: “2”, “1-3, 7”, “4–2”.
  ///
  /// - Returns: `nil` for everything else, and where a number is below 1.
  public init?(text: String) {
    var found: [ClosedRange<Int>] = []
    for part in text.split(whereSeparator: { ",;、，".contains($0) }) {
      let ends = part.split(
        omittingEmptySubsequences: false, whereSeparator: { "-–—−〜～".contains($0) }
      ).map { Self.number($0) }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1]
      else { return nil }
      found.append(min(first, last)...max(first, last))
    }
    guard !found.isEmpty else { return nil }
    ranges = found
  }

  /// A whole number from 1 on, in the digits of any script, between blanks.
  private static func number(_ text: Substring) -> Int? {
    let digits = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
    var number = 0
    guard !digits.isEmpty, digits.count < 10 else { return nil }
    for digit in digits {
      guard let value = digit.wholeNumberValue, value < 10 else { return nil }
      number = number * 10 + value
    }
    return number > 0 ? number : nil
  }

  public func contains(_ page: Int) -> Bool { ranges.contains { $0.contains(page) } }

  /// The lowest number, and the highest.
  public var bounds: ClosedRange<Int> {
    ranges.dropFirst().reduce(ranges[0]) {
      min($0.lowerBound, $1.lowerBound)...max($0.upperBound, $1.upperBound)
    }
  }
}
