nonisolated extension String {
  /// This text from left to right within any other, as “100 %” in a line of Hebrew.
  ///
  /// A number and its sign have no direction of their own: alone they would stand in that of what is around them, the
  /// sign first.
  public var leftToRight: String { "\u{2066}\(self)\u{2069}" }
}
