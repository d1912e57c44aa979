import Glibc

/// How likely a text is, character by character: the language model under one context.
///
/// A run of letters is a word of the lexicon or an unknown word. Both hypotheses are followed at once, the first in the
/// tree of prefixes and the second in the table of letters, and their probabilities are added: a name scores as well
/// as its letters do, and no text is impossible.
struct TextModel: Sendable {
  /// The end of a text, as far as the probability of what follows depends on it.
  struct State: Sendable {
    /// Log probability of everything before the word in progress.
    fileprivate(set) var settled: Float = 0
    /// Log probability of everything, the word in progress included.
    fileprivate(set) var total: Float = 0
    fileprivate var kind: UInt8 = 0
    fileprivate var inWord = false
    /// The node of the tree of prefixes, -1 once the word has left it.
    fileprivate var node: Int32 = 0
    fileprivate var lexiconCost: Float = 0
    fileprivate var letterCost: Float = 0
    fileprivate var context: Int32 = 0
    fileprivate var letters: UInt8 = 0
    fileprivate var firstCapital = false
    fileprivate var lastCapital = false
    fileprivate var beginning = Beginning.perhaps
    /// The word before this one as a prefix of the tree; -1 where there is none or the lexicon lacks it.
    fileprivate var before: Int32 = -1
    /// The word in progress as a prefix of those that were chosen before; -1 once it is none.
    fileprivate var favored: Int32 = -1
    /// An address that the text may end in.
    fileprivate var address = AddressProgress()
    /// Whether the text ends in a dot right behind a letter or a digit, and both are written here.
    fileprivate var isBehindDot = false
  }

  /// Whether a sentence begins where the next word does.
  fileprivate enum Beginning: UInt8 {
    case no
    /// Nothing is known of the text before.
    case perhaps
    case yes
  }

  let language: LanguageModel
  let settings: DecoderSettings
  /// Added to the log probability of each class, by the context.
  private let bias: [Float]
  private let logLexicon: Float
  private let logUnknown: Float
  /// Log probability of one certain letter as a whole word.
  private let logLone: Float
  private let favored: FavoredWords
  /// Log probability of one certain word of those that were chosen before.
  private let logFavored: Float
  private let start: State
  private let after: After
  /// Whether all of the text is one address.
  private let isAddress: Bool

  /// The text after the caret.
  private enum After {
    case nothing
    /// Letters: the last word written continues in them.
    case restOfWord
    /// A word of the lexicon, by its prefix.
    case word(Int)
  }

  init(_ language: LanguageModel, settings: DecoderSettings, context: RecognitionContext) {
    self.language = language
    self.settings = settings
    logLexicon = logf(settings.lexiconShare)
    logUnknown = logf(1 - settings.lexiconShare)
    logLone = logf(settings.loneLetterShare / 26)
    favored = FavoredWords(context.favored, language)
    logFavored = logf(settings.favoredShare / Float(max(favored.count, 1)))
    isAddress = context.kind.isAddress
    bias = language.symbols.map { Self.bias(of: $0, in: context.kind, settings) }
    var state = State()
    state.address = AddressProgress(behind: context.textBefore.unicodeScalars)
    if let last = context.textBefore.last(where: { !$0.isWhitespace }) {
      state.beginning = ".!?".contains(last) ? .yes : .no
      // In the middle of a word: not the beginning of a sentence, and no lexicon from here.
      if let end = context.textBefore.last, end.isLetter {
        state.beginning = .no
        state.kind = 1
        state.inWord = true
        state.node = -1
        state.letters = 1
        state.lexiconCost = .infinity
      } else if let word = Self.lastWord(of: context.textBefore),
        let node = language.prefix(of: word)
      {
        state.before = Int32(node)
      }
    }
    // An address knows no sentences, and none begins within it.
    if isAddress || state.address.isUnfinished { state.beginning = .no }
    start = state
    after = Self.after(context.textAfter, language)
  }

  /// The last word of the text, in small letters, where only spaces follow it.
  private static func lastWord(of text: String) -> String? {
    let body = text[...(text.lastIndex { !$0.isWhitespace } ?? text.startIndex)]
    let word = body.reversed().prefix { $0.isLetter || $0 == "'" }
    return word.isEmpty || text.last?.isWhitespace != true
      ? nil : String(word.reversed()).lowercased()
  }

  private static func after(_ text: String, _ language: LanguageModel) -> After {
    guard let first = text.first else { return .nothing }
    if first.isLetter { return .restOfWord }
    guard first.isWhitespace else { return .nothing }
    let word = text.drop { $0.isWhitespace }.prefix { $0.isLetter || $0 == "'" }
    return language.prefix(of: word.lowercased()).map(After.word) ?? .nothing
  }

  /// The most that the context adds to any character, 0 or more.
  var mostBias: Float { max(0, bias.max() ?? 0) }

  // Probabilities and costs of English usage, set by hand and not tuned. Higher shares of capitals let more capitals
  // be read where small letters were written, lower ones the opposite; higher costs suppress the character.

  /// Nats for an apostrophe in an unknown word: one in a hundred.
  private static let apostropheCost: Float = 4.6
  /// Nats for a space in an address that is not at its end, as behind “anna@example.”: only a plain gap is read as one.
  private static let addressGapCost: Float = 12
  /// Nats for an “@” right behind a word, at the most: the texts that kinds were counted in have it between spaces.
  private static let atCost: Float = 4
  /// Nats for what goes on with an address that is not at its end, a label or its dot, at the most.
  private static let addressCost: Float = 0.5
  /// Nats for any one of the ten digits, ln 10.
  private static let digitCost: Float = 2.302_585
  /// Probability of a capital at the beginning of a sentence.
  private static let sentenceCapitalShare: Float = 0.75
  /// The same where nothing is known of the text before, at the least.
  private static let unknownCapitalShare: Float = 0.3
  /// Probability that the second letter is a capital, after a capital.
  private static let secondCapitalShare: Float = 0.15
  /// The same, after a small letter.
  private static let secondMixedShare: Float = 0.01
  /// Probability that a later letter is a capital, where the first and the last one are.
  private static let allCapitalsShare: Float = 0.96
  /// The same in all other words.
  private static let innerCapitalShare: Float = 0.006

  /// Before the first character.
  var initial: State { start }

  /// The state after one more character, its class numbered from 1.
  func advance(_ state: State, by characterClass: Int) -> State {
    let s = language.symbols[characterClass - 1]
    var next = state
    next.settled += bias[characterClass - 1]
    if s.kind == 1 {
      letter(s, &next)
    } else if s.symbol == LanguageModel.apostrophe, state.inWord, state.node >= 0,
      let node = language.child(of: Int(state.node), by: s.symbol)
    {
      next.node = Int32(node)
      next.lexiconCost += language.cost(of: node)
      // For an unknown word it ends a run of letters, and is a mark that one in a hundred words has.
      next.letterCost += language.gramCost(0, after: Int(state.context)) + Self.apostropheCost
      next.context = 0
      next.favored = favored.child(of: state.favored, by: s.symbol)
    } else {
      if state.inWord { endWord(&next) }
      if s.kind != 0 { next.before = -1 }
      next.settled -= kindCost(s, after: state)
      if s.kind == 2 { next.settled -= Self.digitCost }
      if s.kind == 0, state.address.isUnfinished { next.settled -= Self.addressGapCost }
      next.kind = UInt8(truncatingIfNeeded: s.kind)
      if ".!?".contains(s.character) {
        next.beginning = .yes
      } else if s.kind == 2 || (s.kind > 2 && !"'\"()[]".contains(s.character)) {
        next.beginning = .no
      }
    }
    next.isBehindDot = s.character == "." && (state.inWord || state.kind == 2)
    for scalar in s.character.unicodeScalars { next.address.advance(by: scalar) }
    if isAddress || next.address.isUnfinished { next.beginning = .no }
    next.total = next.settled + (next.inWord ? wordScore(next) : 0)
    return next
  }

  /// Nats for a character of its kind behind a text.
  private func kindCost(_ s: LanguageModel.Symbol, after state: State) -> Float {
    let usual = language.kindCost(s.kind, after: Int(state.kind))
    if s.character == "@", state.inWord { return min(usual, Self.atCost) }
    let goesOn = s.kind == 1 || s.kind == 2 || s.character == "."
    return goesOn && state.address.isUnfinished ? min(usual, Self.addressCost) : usual
  }

  /// Log probability of the text as a whole, if it ends here.
  func finish(_ state: State) -> Float {
    var end = state
    guard end.inWord else { return end.settled }
    if case .restOfWord = after { return end.total }
    endWord(&end)
    if case .word(let next) = after, end.before >= 0 {
      end.settled += settings.pairWeight * language.pairGain(Int(end.before), next)
    }
    return end.settled
  }

  private func letter(_ s: LanguageModel.Symbol, _ next: inout State) {
    if !next.inWord {
      next.settled -= kindCost(s, after: next)
      next.kind = 1
      next.inWord = true
      next.node = 0
      next.lexiconCost = 0
      next.letterCost = 0
      next.context = 0
      next.letters = 0
      next.favored = favored.count > 0 ? 0 : -1
      // A sentence begins behind a space: “gnome.org” is one word.
      if next.isBehindDot { next.beginning = .no }
    }
    next.favored = favored.child(of: next.favored, by: s.symbol)
    if next.node >= 0, let node = language.child(of: Int(next.node), by: s.symbol) {
      next.node = Int32(node)
      next.lexiconCost += language.cost(of: node)
    } else {
      next.node = -1
      next.lexiconCost = .infinity
    }
    next.letterCost += language.gramCost(s.symbol, after: Int(next.context))
    next.context = Int32(language.gramContext(s.symbol, after: Int(next.context)))
    next.settled += settings.caseWeight * caseScore(s.isCapital, next)
    if next.letters == 0 { next.firstCapital = s.isCapital }
    next.lastCapital = s.isCapital
    next.letters = min(250, next.letters) + 1
  }

  /// Log probability that a letter is a capital, or is not, from those before it in the word.
  private func caseScore(_ capital: Bool, _ state: State) -> Float {
    let p: Float
    switch state.letters {
    case 0: p = firstCapitalShare(state)
    case 1: p = state.firstCapital ? Self.secondCapitalShare : Self.secondMixedShare
    default:
      p =
        state.firstCapital && state.lastCapital
        ? Self.allCapitalsShare : Self.innerCapitalShare
    }
    return logf(capital ? p : 1 - p)
  }

  private func firstCapitalShare(_ state: State) -> Float {
    switch state.beginning {
    case .yes: Self.sentenceCapitalShare
    case .perhaps: max(Self.unknownCapitalShare, settings.capitalShare)
    case .no: settings.capitalShare
    }
  }

  private func wordScore(_ s: State) -> Float {
    var known = logSum(
      logLexicon - s.lexiconCost, logUnknown - settings.letterWeight * s.letterCost)
    if s.favored >= 0 { known = logSum(known, logFavored) }
    return s.letters == 1 ? logSum(known, loneScore(s)) : known
  }

  /// Log probability of a letter by itself, an initial or a label: capital or small alike.
  private func loneScore(_ s: State) -> Float {
    let p = firstCapitalShare(s)
    return logLone + settings.caseWeight * (logf(0.5) - logf(s.firstCapital ? p : 1 - p))
  }

  private func endWord(_ s: inout State) {
    var lexicon = Float.infinity
    if s.node >= 0 {
      lexicon = s.lexiconCost + language.endCost(of: Int(s.node))
      // A name in small letters is not that name, but in an address.
      if language.isName(Int(s.node)), !isAddress, !s.address.isBegun {
        lexicon +=
          s.firstCapital
          ? settings.caseWeight * logf(settings.capitalShare)
          : settings.smallNameCost * settings.caseWeight
      }
    }
    let isKnown = lexicon < .infinity
    var (known, unknown) = (Float(0), Float(0))
    if s.before >= 0, settings.pairWeight > 0 {
      unknown = settings.pairWeight * language.pairGain(Int(s.before), nil)
      known =
        isKnown ? settings.pairWeight * language.pairGain(Int(s.before), Int(s.node)) : unknown
    }
    let letters = s.letterCost + language.gramCost(0, after: Int(s.context))
    var score = logSum(
      logLexicon - lexicon + known, logUnknown - settings.letterWeight * letters + unknown)
    if s.letters == 1 { score = logSum(score, loneScore(s)) }
    if favored.isWord(s.favored) { score = logSum(score, logFavored) }
    s.settled += score
    s.inWord = false
    s.before = isKnown ? s.node : -1
    s.beginning = .no
  }

  /// What a context makes likelier, in nats.
  private static func bias(
    of s: LanguageModel.Symbol, in kind: RecognitionContext.Kind, _ settings: DecoderSettings
  ) -> Float {
    switch kind {
    case .text, .line, .character: return 0
    case .word, .search:
      switch s.kind {
      case 0: return kind == .word ? -4 : -0.5
      case 1: return 0
      case 2: return settings.digitBias
      default: return "'-.,".contains(s.character) ? 0.5 * settings.markBias : settings.markBias
      }
    case .number, .phone:
      if s.kind == 2 { return 3 }
      let marks =
        kind == .phone ? RecognitionContext.phoneMarks : RecognitionContext.numberMarks
      return marks.contains(s.character) ? 0 : -5
    case .url, .email:
      if s.isCapital { return -3 }
      if s.character == "@" { return kind == .email ? 5 : 0 }
      return "./:-_~".contains(s.character) ? 3 : 0
    }
  }
}

/// log(eᵃ + eᵇ).
@inline(__always)
func logSum(_ a: Float, _ b: Float) -> Float {
  let (high, low) = a > b ? (a, b) : (b, a)
  let d = low - high
  return d > -16 ? high + log1pf(expf(d)) : high
}
