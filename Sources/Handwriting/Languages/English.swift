extension WritingSystem {
  /// English: printed, mixed and joined-up, with digits and the marks of ASCII.
  public static let english = WritingSystem(language: "en")

  /// The languages that the engine knows; each needs its pack.
  public static let all = [english]
}
