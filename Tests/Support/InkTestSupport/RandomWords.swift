/// Words that no language has, in the frequencies that words of a language have.
public struct RandomWords: Sendable {
  public let vocabulary: [String]

  /// - Parameter count: How many different words of 2 to 10 letters there are.
  public init(_ count: Int = 20_000, using random: inout SeededGenerator) {
    vocabulary = (0..<count).map { _ in
      String(
        (0..<Int.random(in: 2...10, using: &random)).map { _ in
          "etaoinshrdlucmfwypvbgkjqxz".randomElement(using: &random)!
        })
    }
  }

  /// The next word of a text: some are everywhere, most are rare.
  public func next(using random: inout SeededGenerator) -> String {
    let r = Double.random(in: 0..<1, using: &random)
    return vocabulary[Int(r * r * r * Double(vocabulary.count))]
  }
}
