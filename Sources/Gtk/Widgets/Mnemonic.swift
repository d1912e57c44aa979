nonisolated extension String {
  /// A label as it is read: without the underscore before its mnemonic.
  ///
  /// Where the letter is in brackets behind the text, as in `名前を付けて保存(_A)…`, they go with it.
  public var withoutMnemonic: String {
    // By hand: regular expressions for all commands took a tenth of the app's start.
    let all = Array(self)
    var text: [Character] = []
    var i = 0
    while i < all.count {
      if all[i...].prefix(2) == ["(", "_"], all.count > i + 3, all[i + 3] == ")" {
        while text.last?.isWhitespace == true { text.removeLast() }
        i += 4
      } else {
        // The character after an underscore is itself, whatever it is.
        if all[i] == "_", i + 1 < all.count { i += 1 }
        text.append(all[i])
        i += 1
      }
    }
    return String(text)
  }
}
