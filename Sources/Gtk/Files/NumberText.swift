import Glibc

/// Numbers as people of this language write them.
///
/// The mark before the decimals is that of `LC_NUMERIC`, as in GTK's spin buttons, so that what
/// stands beside one is written alike. Numbers in files and for programs are not made here.
public nonisolated enum NumberText {
  /// - Parameters:
  ///   - decimals: The most that are shown.
  ///   - keepsZeros: Whether all of them are shown, zeros at the end as well.
  ///   - mark: What stands before them.
  /// - Returns: A dash for what is no number, or too large to be written out.
  public static func text(
    _ value: Double, decimals: Int, keepsZeros: Bool = false, mark: String = decimalMark
  ) -> String {
    var unit = 1
    for _ in 0..<decimals { unit *= 10 }
    guard let whole = Int(exactly: (abs(value) * Double(unit)).rounded()) else { return "–" }
    var fraction = ""
    if decimals > 0 {
      let digits = String(whole % unit)
      fraction = String(repeating: "0", count: decimals - digits.count) + digits
    }
    if !keepsZeros { while fraction.last == "0" { fraction.removeLast() } }
    let sign = value < 0 && whole != 0 ? "−" : ""
    return sign + String(whole / unit) + (fraction.isEmpty ? "" : mark + fraction)
  }

  /// What stands between a number and its decimals.
  public static var decimalMark: String {
    guard let mark = localeconv()?.pointee.decimal_point else { return "." }
    return String(cString: mark)
  }
}
