/// The Unicode scalars of a field's text, of which only parts need be known.
///
/// A text of a million characters is not copied to find out what stands around a word. Text positions are those of the
/// whole text.
///
/// Invariants:
/// 1. ``parts`` are in the order of the text, within it, not empty, and do not touch each other.
/// 2. A scalar that is not known reads as U+FFFC, as GTK reads a picture in a text: neither a letter nor a space.
public struct FieldScalars: RandomAccessCollection, RangeReplaceableCollection, Hashable, Sendable {
  /// Scalars that follow each other.
  public struct Part: Hashable, Sendable {
    /// The text position of the first.
    public var start: Int
    public var scalars: [Unicode.Scalar]

    public init(start: Int, scalars: [Unicode.Scalar]) {
      self.start = start
      self.scalars = scalars
    }

    /// Their text positions.
    public var range: Range<Int> { start..<start + scalars.count }

    /// Those of text positions that are all its own.
    fileprivate subscript(range: Range<Int>) -> ArraySlice<Unicode.Scalar> {
      scalars[range.lowerBound - start..<range.upperBound - start]
    }
  }

  /// What is known.
  public private(set) var parts: [Part] = []
  /// How many scalars the whole text has.
  public private(set) var count = 0
  /// The number of the text's state, where its field counts them: each change makes another one.
  public private(set) var revision: Int?

  public init() {}

  /// A text that is all known.
  public init(_ scalars: some Sequence<Unicode.Scalar>) {
    let all = Array(scalars)
    count = all.count
    if !all.isEmpty { parts = [Part(start: 0, scalars: all)] }
  }

  /// - Parameters:
  ///   - count: How many scalars the whole text has.
  ///   - parts: What is known, in the order of the text.
  ///   - revision: see ``revision``.
  public init(count: Int, parts: [Part], revision: Int? = nil) {
    self.count = count
    self.revision = revision
    for part in parts { add(part) }
  }

  /// Adds a part behind those that there are.
  private mutating func add(_ part: Part) {
    guard !part.scalars.isEmpty else { return }
    if let last = parts.last, last.range.upperBound == part.start {
      parts[parts.count - 1].scalars += part.scalars
    } else {
      parts.append(part)
    }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  public subscript(position: Int) -> Unicode.Scalar {
    for part in parts where part.range.contains(position) {
      return part.scalars[position - part.start]
    }
    return "\u{FFFC}"
  }

  /// Replaces a range, by scalars that are known then.
  public mutating func replaceSubrange(
    _ range: Range<Int>, with new: some Collection<Unicode.Scalar>
  ) {
    let former = parts
    let difference = new.count - range.count
    parts = []
    for part in former where part.start < range.lowerBound {
      let kept = part.start..<Swift.min(part.range.upperBound, range.lowerBound)
      add(Part(start: part.start, scalars: Array(part[kept])))
    }
    add(Part(start: range.lowerBound, scalars: Array(new)))
    for part in former where part.range.upperBound > range.upperBound {
      let kept = Swift.max(part.start, range.upperBound)..<part.range.upperBound
      add(Part(start: kept.lowerBound + difference, scalars: Array(part[kept])))
    }
    count += difference
    revision = nil
  }

  /// What is known of a range.
  func known(in range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    for part in parts {
      let shared = part.range.clamped(to: range)
      if !shared.isEmpty { text.append(contentsOf: part[shared]) }
    }
    return String(text)
  }

  /// Whether it is the same text: of the same state, or where these are not counted, as long and the same in all that is
  /// known of both.
  func isSame(as other: FieldScalars) -> Bool {
    if let revision, let otherRevision = other.revision { return revision == otherRevision }
    guard count == other.count else { return false }
    return parts.allSatisfy { part in
      other.parts.allSatisfy { otherPart in
        let shared = part.range.clamped(to: otherPart.range)
        return shared.isEmpty || part[shared] == otherPart[shared]
      }
    }
  }
}
