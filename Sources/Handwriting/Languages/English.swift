extension WritingSystem {
  /// English: printed, mixed and joined-up, with digits and the marks of ASCII.
  public static let english = WritingSystem(language: "en")
}
