/// The star of favourites, on every button that has it.
enum FavoriteStar {
  /// Filled while it is on: an outline says that it is not.
  static func icon(isFilled: Bool) -> String {
    isFilled ? "starred-symbolic" : "non-starred-symbolic"
  }
}
