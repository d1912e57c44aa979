/// How the search weighs ink against language.
///
/// Chosen with `training/tune.py` on one half of the held-back writers and checked on the other; `PROVENANCE.md` has the
/// accuracy with these. Logarithms are natural (nats).
package struct DecoderSettings: Hashable, Sendable {
  /// Prefixes kept at each frame.
  ///
  /// More: a little more accurate, and time in proportion. Fewer: right readings are lost early.
  package var beam = 20
  /// Prefixes this many nats below the best one are dropped.
  ///
  /// Larger: slower. Smaller: a word whose beginning is unclear is lost.
  package var reach: Float = 11
  /// Log probability below which a class is not tried at a frame.
  ///
  /// Lower: slower. Higher: badly written letters cannot be found at all.
  package var classFloor: Float = -8
  /// Weight of the language model's log probability.
  ///
  /// Larger: names and codes are read as common words. Smaller: unclear words are read letter by letter.
  package var languageWeight: Float = 0.55
  /// Nats added for every character: the language model's cost grows with length and would favour short texts.
  ///
  /// Larger: letters are read twice. Smaller: letters are dropped.
  package var characterBonus: Float = 0.9
  /// Probability that a word is one of the lexicon, 0…1.
  ///
  /// Larger: names and codes are read as common words. Smaller: common words get odd spellings.
  package var lexiconShare: Float = 0.93
  /// Weight of the log gain of a word after the one before it, 0 for none.
  ///
  /// Larger: frequent pairs are read over what was written.
  package var pairWeight: Float = 0.5
  /// Share of the letters' log probability that counts for words outside the lexicon.
  ///
  /// Below 1, names and codes are less often read as a similar word; far below, misspelt words win.
  package var letterWeight: Float = 1
  /// Probability that a word is one of those that this person has chosen before, where there are any, 0…1.
  ///
  /// Larger: other words are read as those. Smaller: what was put right once is read wrongly again.
  package var favoredShare: Float = 0.3
  /// Probability that a word is a single letter of any kind, an initial or a label, 0…1.
  package var loneLetterShare: Float = 0.01
  /// Nats that a name of the lexicon costs in small letters.
  package var smallNameCost: Float = 3
  /// Nats added for every digit, and for every mark, where a word is expected.
  package var digitBias: Float = 0
  package var markBias: Float = 0
  /// Weight of the usual distribution of capitals and small letters.
  ///
  /// Larger: odd capitals (codes, emphasis) are read as small letters. Smaller: o and O, s and S are mixed up.
  package var caseWeight: Float = 0.7
  /// Probability that a word within a sentence begins with a capital, 0…1.
  package var capitalShare: Float = 0.1
  /// Score of the first reading, 0…1, below which augmented copies of the ink are read too.
  ///
  /// Larger: more accurate and slower. 0: never.
  package var doubt: Float = 0.7
  /// Frames of ink up to which that is done: a longer line would take too long.
  package var mostAugmentedFrames = 120
  /// Scores are the shares of exp(total / temperature).
  ///
  /// Larger: scores are more alike. Chosen by `tune.py --calibrate`: scores come nearest to how often readings are right.
  package var temperature: Float = 1.25

  package init() {}

  /// What is usual in a context.
  static func usual(in context: RecognitionContext) -> DecoderSettings {
    var s = usual(for: context.kind)
    if context.isLiteral {
      s.languageWeight = 0
      // It makes up for the language's cost.
      s.characterBonus = 0
    }
    return s
  }

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
    case .number, .phone: s.lexiconShare = 0.5
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
