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
  /// Weight of how well a word goes with the one before it.
  package var pairWeight: Float = 0.5
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
  package var caseWeight: Float = 0.7
  /// Probability that a word within a sentence begins with a capital.
  package var capitalShare: Float = 0.1
  /// Where the first reading's score is below this, augmented copies of the ink are read too, up to so many frames of it: a line
  /// takes too long.
  package var doubt: Float = 0.7
  package var mostAugmentedFrames = 120
  /// Scores are the shares of exp(total / temperature).
  package var temperature: Float = 1.25

  package init() {}

  package static func usual(for kind: RecognitionContext.Kind) -> DecoderSettings {
    var s = DecoderSettings()
    switch kind {
    case .text, .line: break
    case .word:
      s.words()
      s.temperature = 1.4
    case .search:
      s.words()
      s.lexiconShare = 0.8
    case .url, .email: s.lexiconShare = 0.7
    case .number: s.lexiconShare = 0.5
    case .character:
      // Augmented copies of a single character say no more than the first.
      s.doubt = 0
      s.temperature = 1.1
    }
    return s
  }

  /// What is usual where words stand by themselves.
  private mutating func words() {
    // A word is short: there is time for a wider search.
    beam = 30
    reach = 15
    classFloor = -10
    languageWeight = 0.65
    characterBonus = 1.2
    lexiconShare = 0.9995
    letterWeight = 0.82
    loneLetterShare = 0.05
    digitBias = -2
    markBias = -3
    capitalShare = 0.2
  }
}
