import CGtk

/// Sizes of files as people of this language write them.
public nonisolated enum ByteSize {
  /// In units of a thousand, as file managers tell it: “1.2 MB”.
  public static func text(_ count: Int64) -> String {
    takeString(g_format_size(guint64(count))) ?? ""
  }

  /// The same without decimals from a hundred of the unit on, for where there is little room: “103 kB”, but “1.2 MB”.
  public static func short(_ count: Int64) -> String {
    var unit: Int64 = 1
    while count / unit >= 1000 { unit *= 1000 }
    // Rounded here, so that the decimal that goes is a zero.
    let isLong = count / unit >= 100
    let full = text(isLong ? (count + unit / 2) / unit * unit : count)
    let whole = full.prefix { $0.isNumber }
    guard whole.count > 2 else { return full }
    let rest = full.dropFirst(whole.count)
    // Behind the mark of this language; of bytes there are none.
    let decimals = rest.dropFirst().prefix { $0.isNumber }
    return String(whole + (decimals.isEmpty ? rest : rest.dropFirst(1 + decimals.count)))
  }
}
