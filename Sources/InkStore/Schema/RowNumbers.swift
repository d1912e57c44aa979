/// The numbers that rows and counters can have.
///
/// More than any drawing comes to, and so far below the end of `Int64` that counting on from them never gets
/// there.
enum RowNumbers {
  static let most: Int64 = 1 << 53

  /// Whether a row can have this number.
  static func contains(_ number: Int64) -> Bool { (1...most).contains(number) }

  /// Whether a counter can have this value.
  static func contains(count: Int64) -> Bool { (0...most).contains(count) }

  /// Whether what counts on from this value stays among the numbers that rows can have.
  static func leavesRoom(_ counter: Int64) -> Bool { (0...most / 2).contains(counter) }
}
