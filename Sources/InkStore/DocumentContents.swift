import InkModel

/// The contents of a file, as far as showing the drawing needs them; samples stay in the file.
public struct DocumentContents: Sendable {
  /// The elements at the head, in no particular order; `Drawing(elements)` sorts.
  public var elements: [Element]
  public var history: HistorySummary
  /// The number for the next element, above every one ever used in this document.
  public var nextElementID: ElementID
  /// The number for the next content, likewise.
  public var nextContentID: ContentID
  public var metadata: DocumentMetadata
  /// Elements of kinds that this version does not know: in the file and safe, but not shown.
  public var unknownElements: Int
  /// Elements whose numbers are not within ``InkModel/ElementLimits``: likewise.
  public var refusedElements: [ElementID]
  /// The settings at the head.
  public var settings: DrawingSettings

  public init(
    elements: [Element] = [], history: HistorySummary = HistorySummary(),
    nextElementID: ElementID = ElementID(1), nextContentID: ContentID = ContentID(1),
    settings: DrawingSettings = .standard,
    metadata: DocumentMetadata = DocumentMetadata(), unknownElements: Int = 0,
    refusedElements: [ElementID] = []
  ) {
    self.elements = elements
    self.history = history
    self.nextElementID = nextElementID
    self.nextContentID = nextContentID
    self.metadata = metadata
    self.unknownElements = unknownElements
    self.refusedElements = refusedElements
    self.settings = settings
  }

  /// The drawing at the head.
  public var drawing: Drawing { Drawing(elements, settings: settings) }

  /// What a drawing holds before its first stroke.
  public static let empty = DocumentContents()
}

/// The steps in a document's history, and which of them is the current one.
public struct HistorySummary: Hashable, Sendable {
  public struct Step: Hashable, Sendable {
    /// 1 or more, ascending.
    public var number: Int
    public var label: EditLabel

    public init(number: Int, label: EditLabel) {
      self.number = number
      self.label = label
    }
  }

  /// The number of the current step, 0 where there is none or all are undone.
  public var head: Int
  /// All steps in order; those after ``head`` are undone.
  public var steps: [Step]

  public init(head: Int = 0, steps: [Step] = []) {
    self.head = head
    self.steps = steps
  }

  /// How many steps can be undone.
  public var undoDepth: Int {
    // Steps ascend, so the last one that is done is found by binary search.
    var (low, high) = (0, steps.count)
    while low < high {
      let mid = (low + high) / 2
      if steps[mid].number <= head { low = mid + 1 } else { high = mid }
    }
    return low
  }

  /// How many steps can be redone.
  public var redoDepth: Int { steps.count - undoDepth }
}

/// The key of a fact about a whole document.
///
/// Files keep keys that this version does not know.
public struct MetadataKey: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The title that a person gave; a file without one is shown by its file name.
  public static let title = MetadataKey(rawValue: "title")
  /// When it was begun: milliseconds since 1970, UTC, in decimal.
  public static let created = MetadataKey(rawValue: "created")
  /// The path of the document that it was made from, where it was opened as one.
  public static let source = MetadataKey(rawValue: "document.source")
  /// The name of the template that it began with.
  public static let template = MetadataKey(rawValue: "document.template")
  /// The document that its ink is saved into as it is closed, as the app writes it; a copy without history has none.
  public static let closingDocument = MetadataKey(rawValue: "document.saved-into")
  /// The document that it was made from with the bytes that it got when its ink was saved there, as the app writes it; a
  /// copy has none.
  public static let writtenDocument = MetadataKey(rawValue: "document.written-into")
  /// A random UUID that identifies a drawing under any file name; a copy gets another one.
  public static let identity = MetadataKey(rawValue: "identity")
}

/// Facts about a whole document.
///
/// They are no part of the history: undo does not touch them.
public struct DocumentMetadata: Hashable, Sendable {
  public var values: [MetadataKey: String]

  public init(_ values: [MetadataKey: String] = [:]) { self.values = values }

  /// From the values of rows by their keys.
  init(rows: [String: String]) {
    self.init(Dictionary(uniqueKeysWithValues: rows.map { (MetadataKey(rawValue: $0), $1) }))
  }

  public subscript(key: MetadataKey) -> String? {
    get { values[key] }
    set { values[key] = newValue }
  }

  public var title: String? { self[.title] }
  /// Milliseconds since 1970, UTC.
  public var created: Int64? { self[.created].flatMap { Int64($0) } }
  public var identity: String? { self[.identity] }
}

extension DocumentMetadata: CustomStringConvertible {
  /// Sorted by the keys: equal facts read alike.
  public var description: String {
    values.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue): \($0.value)" }
      .joined(separator: ", ")
  }
}

/// One command that writes to a document.
public enum StoreCommand: Hashable, Sendable {
  /// Enters a step into the history: `step` must be above the head; undone steps are forgotten.
  ///
  /// Each of the edit's contents must be used by an element it inserts, and each inserted stroke
  /// must use one of them or one that the file holds.
  case commit(step: Int, edit: DrawingEdit)
  /// Undoes or redoes to a step of the history, or to 0, before all steps.
  case moveHead(to: Int)
  /// Sets a fact about the document, or removes it; no step of the history.
  case setMetadata(MetadataKey, String?)
  /// Sets the settings of a drawing without any steps and adds elements to it; no step of the history.
  ///
  /// The elements are older than all steps: undo takes none of them back. They and their contents are as those of a step.
  case begin(with: DrawingSettings, elements: [Element] = [], contents: [StrokeContent] = [])
}

extension StoreCommand {
  /// The contents that it writes.
  public var contents: [StrokeContent] {
    switch self {
    case .commit(_, let edit): edit.contents
    case .begin(_, _, let contents): contents
    case .moveHead, .setMetadata: []
    }
  }
}

/// How a document is opened.
public enum OpenMode: Hashable, Sendable {
  /// Creates the file where there is none.
  case readWrite
  /// Fails where there is no file.
  case readWriteExisting
  /// Changes nothing, not even beside the file.
  case readOnly
}

/// The last commit in a drawing's log could not be read when it was opened.
///
/// Damage leaves such a log, and so does a power cut in the middle of a commit: nothing tells one
/// from the other. So the drawing opens as it was before that commit, and the person is told.
public struct TornCommit: Hashable, Sendable {
  /// The path of a new drawing of all that could be read, made before anything was written; `nil`
  /// where the drawing is only read.
  public var rescued: String?

  public init(rescued: String? = nil) { self.rescued = rescued }
}

/// What `plumbago info` prints about a document.
public struct DocumentStatistics: Hashable, Sendable {
  /// The version of the format that the file has.
  public var formatVersion: Int
  public var metadata: DocumentMetadata
  public var title: String? { metadata.title }
  /// Counts at the head: strokes, elements of other kinds, and those of kinds that this version does
  /// not know.
  public var strokes: Int
  public var otherElements: Int
  public var unknownElements: Int
  /// Of the other elements, those of the kinds that the format has.
  public var pictures = 0
  public var texts = 0
  public var shapes = 0
  /// Elements that are not shown because their numbers make no sense, ascending.
  public var refusedElements: [ElementID]
  /// Whether the log that a crash left is damaged: then these are the facts before the first commit that is lost.
  public var hasLostCommits = false
  /// Whether the last commit in the log cannot be read, and is missing here: see ``TornCommit``.
  public var hasTornCommit = false
  /// Samples of the strokes shown.
  public var samples: Int
  /// The bounds of everything shown, in canvas points; ``Rect/empty`` where nothing is.
  public var bounds: Rect
  /// The settings at the head.
  public var settings: DrawingSettings
  public var undoDepth: Int
  public var redoDepth: Int
}
