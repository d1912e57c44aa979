/// How far an address has come that is written in a text: of mail, as “anna@example.com”, or of the web.
///
/// It follows the text scalar by scalar and says whether the text so far ends in an address that cannot end there
/// (``isUnfinished``), as “anna@”, “anna@example.” and “www.gnome.”: what is written next belongs to it. An address that is
/// whole may go on as well, but there a dot and a space end a sentence.
///
/// Invariants:
/// 1. White space ends every address: behind it nothing of the text before matters.
/// 2. What cannot be an address is none until the next white space.
/// 3. Capitals do not matter: “Www.” is read where a sentence begins.
public struct AddressProgress: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    /// Nothing yet, or marks that open, as “(”.
    case start
    /// What may be a word, the name before an “@”, a scheme or “www”.
    case name
    /// The colon of a scheme, and slashes behind it.
    case slashes
    /// Labels with dots between them.
    case host
    /// No address, or what follows a host.
    case other
  }

  private var part = Part.start
  /// The scalars of the name, of the label or of the slashes so far.
  private var length: UInt8 = 0
  /// How many of them are the beginning of “www”.
  private var webLength: UInt8 = 0
  /// How many of them are the beginning of “https”.
  private var schemeLength: UInt8 = 0
  /// The labels of the host that have begun; a “www” before others is none.
  private var labels: UInt8 = 0
  /// Whether the host has a letter: “5@3” is a price.
  private var hasLetter = false

  /// The beginning of a text.
  public init() {}

  /// The end of a text, of which a part from the last white space on is enough.
  public init(behind text: some Sequence<Unicode.Scalar>) {
    for scalar in text { advance(by: scalar) }
  }

  /// Whether the text ends in an address that has no end yet: no host, or one of a single label.
  public var isUnfinished: Bool {
    switch part {
    case .start, .name, .other: false
    case .slashes: true
    case .host: labels == 0 || labels == 1 && hasLetter
    }
  }

  /// Whether the text ends in an address, be it at its end or not.
  public var isBegun: Bool { part == .slashes || part == .host }

  /// Follows the text by one scalar.
  public mutating func advance(by scalar: Unicode.Scalar) {
    guard !scalar.properties.isWhitespace else {
      self = AddressProgress()
      return
    }
    switch part {
    case .start: if !"([{<\"“„«'‘".unicodeScalars.contains(scalar) { advanceName(by: scalar) }
    case .name: advanceName(by: scalar)
    case .slashes: advanceSlashes(by: scalar)
    case .host: advanceHost(by: scalar)
    case .other: break
    }
  }

  private mutating func advanceName(by scalar: Unicode.Scalar) {
    if scalar == "@", length > 0 {
      beginHost()
    } else if scalar == ":", schemeLength == length, length >= 4 {
      (part, length) = (.slashes, 0)
    } else if scalar == ".", isWeb {
      beginHost()
    } else if Self.isOfLabel(scalar) || "._%+".unicodeScalars.contains(scalar) {
      part = .name
      add(scalar)
    } else {
      part = .other
    }
  }

  private mutating func advanceSlashes(by scalar: Unicode.Scalar) {
    if scalar == "/", length < 2 {
      length += 1
    } else if length == 2, Self.isOfLabel(scalar) {
      beginHost()
      advanceHost(by: scalar)
    } else {
      part = .other
    }
  }

  private mutating func advanceHost(by scalar: Unicode.Scalar) {
    if scalar == ".", length > 0 {
      if isWeb, labels == 1 { (labels, hasLetter) = (0, false) }
      beginLabel()
    } else if Self.isOfLabel(scalar) {
      if length == 0 { labels = min(labels + 1, Self.most) }
      if scalar.properties.isAlphabetic { hasLetter = true }
      add(scalar)
    } else {
      part = .other
    }
  }

  private mutating func beginHost() {
    part = .host
    (labels, hasLetter) = (0, false)
    beginLabel()
  }

  private mutating func beginLabel() {
    (length, webLength, schemeLength) = (0, 0, 0)
  }

  /// Counts a scalar of a name or of a label.
  private mutating func add(_ scalar: Unicode.Scalar) {
    let small = ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar
    if webLength == length, length < 3, small == "w" { webLength += 1 }
    if schemeLength == length, length < 5, small == Self.scheme[Int(length)] { schemeLength += 1 }
    length = min(length + 1, Self.most)
  }

  /// Whether the name or the label so far is “www”.
  private var isWeb: Bool { length == 3 && webLength == 3 }

  private static let scheme: [Unicode.Scalar] = ["h", "t", "t", "p", "s"]
  /// Counts stay below this: a name may have any length.
  private static let most: UInt8 = 250

  private static func isOfLabel(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal || scalar == "-"
  }
}

extension RecognitionContext.Kind {
  /// Whether it is running text, of words with spaces between them.
  public var isProse: Bool { self == .text || self == .line || self == .search }
  /// Whether it is an address, which has no spaces and knows no sentences.
  public var isAddress: Bool { self == .url || self == .email }
}
