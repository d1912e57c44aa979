/// How the search weighs ink against language.
///
/// Found on held-out writers with training/accuracy.py.
package struct DecoderSettings: Hashable, Sendable {
  /// Prefixes kept at each frame.
  ///
  /// More finds a little more and costs time in proportion.
  package var beam = 20
  /// Prefixes this many nats below the best are dropped.
  package var reach: Float = 11
  /// Classes less likely than this (log) at a frame are not tried.
  package var classFloor: Float = -8
  /// Weight of the language model's log probability.
  package var languageWeight: Float = 0.55
  /// Added for every character, against the language model's love of short texts.
  package var characterBonus: Float = 0.9
  /// Probability that a word is one of the lexicon.
  package var lexiconShare: Float = 0.93
  /// Share of a word's letters' log probability that counts for words outside the lexicon: below 1, names and
  /// codes are not read as whatever word is near.
  package var letterWeight: Float = 1
  /// Probability that a word is one letter, and any letter: an initial, a label.
  package var loneLetterShare: Float = 0.01
  /// Cost of a name of the lexicon in small letters.
  package var smallNameCost: Float = 3
  /// Added for every digit and for every mark where a word is expected.
  package var digitBias: Float = 0
  package var markBias: Float = 0
  /// Weight of what is usual in capitals and small letters.
  package var caseWeight: Float = 1
  /// Probability that a word within a sentence begins with a capital.
  package var capitalShare: Float = 0.1
  /// Longer texts are not tried.
  package var mostCharacters = Int.max
  /// Scores are the shares of exp(total / temperature).
  package var temperature: Float = 1

  package init() {}

  package static func usual(for kind: RecognitionContext.Kind) -> DecoderSettings {
    var s = DecoderSettings()
    switch kind {
    case .text, .line: break
    case .word: s.capitalShare = 0.2
    case .search:
      s.lexiconShare = 0.8
      s.capitalShare = 0.2
    case .url, .email: s.lexiconShare = 0.7
    case .number: s.lexiconShare = 0.5
    case .character:
      s.languageWeight = 0
      s.characterBonus = 0
      s.mostCharacters = 1
    }
    return s
  }
}
