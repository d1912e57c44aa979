extension Character {
  /// Whether it is a digit, and no letter that stands for a number.
  package var isDigit: Bool { isWholeNumber && !isLetter }

  /// Whether it is a sign of sums and amounts: of arithmetic, of a currency, a dash or a percent sign.
  package var isSumSign: Bool { isMathSymbol || isCurrencySymbol || "-–%‰".contains(self) }
}
