import InkModel

/// What a file holds, as much of it as showing the drawing needs; samples stay in the file.
public struct DocumentContents: Sendable {
  /// What shows at the head, in no particular order; `Drawing(elements)` sorts.
  public var elements: [Element]
  public var history: HistorySummary
  /// The number for the next element, above every one ever used in this document.
  public var nextElementID: ElementID
  /// The number for the next content, likewise.
  public var nextContentID: ContentID
  public var metadata: DocumentMetadata
  /// Elements of kinds that this version does not know: in the file and safe, but not shown.
  public var unknownElements: Int
  /// What the drawing is on at the head.
  public var settings: DrawingSettings

  public init(
    elements: [Element] = [], history: HistorySummary = HistorySummary(),
    nextElementID: ElementID = ElementID(1), nextContentID: ContentID = ContentID(1),
    settings: DrawingSettings = .standard,
    metadata: DocumentMetadata = DocumentMetadata(), unknownElements: Int = 0
  ) {
    self.elements = elements
    self.history = history
    self.nextElementID = nextElementID
    self.nextContentID = nextContentID
    self.metadata = metadata
    self.unknownElements = unknownElements
    self.settings = settings
  }

  /// What shows, as a drawing.
  public var drawing: Drawing { Drawing(elements, settings: settings) }

  /// What a drawing holds before its first stroke.
  public static let empty = DocumentContents()
}

/// The steps that a document remembers, and which of them is the current one.
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

  /// The number of the current step, 0 where nothing has been done or all of it is undone.
  public var head: Int
  /// All steps in order; those after ``head`` are undone.
  public var steps: [Step]

  public init(head: Int = 0, steps: [Step] = []) {
    self.head = head
    self.steps = steps
  }

  /// How many steps can be undone.
  public var undoDepth: Int {
    // Steps ascend, so the last one that is done can be found by halves.
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

/// The name of a fact about a whole document.
///
/// Files keep keys that this version does not know.
public struct MetadataKey: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// What a person called the drawing; a file that has none is shown by its file name.
  public static let title = MetadataKey(rawValue: "title")
  /// When it was begun: milliseconds since 1970, UTC, in decimal.
  public static let created = MetadataKey(rawValue: "created")
  /// A random UUID by which a drawing is known under any name; a copy gets one of its own.
  public static let identity = MetadataKey(rawValue: "identity")
}

/// Facts about a whole document.
///
/// They are no part of the history: undo does not touch them.
public struct DocumentMetadata: Hashable, Sendable {
  public var values: [MetadataKey: String]

  public init(_ values: [MetadataKey: String] = [:]) { self.values = values }

  public subscript(key: MetadataKey) -> String? {
    get { values[key] }
    set { values[key] = newValue }
  }

  public var title: String? { self[.title] }
  /// Milliseconds since 1970, UTC.
  public var created: Int64? { self[.created].flatMap { Int64($0) } }
  public var identity: String? { self[.identity] }
}

/// One thing to write into a document.
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
  /// Sets what a drawing without any steps is on; no step of the history.
  case begin(with: DrawingSettings)
}

/// How a document is opened.
public enum OpenMode: Hashable, Sendable {
  /// Makes the file where there is none.
  case readWrite
  /// Fails where there is no file.
  case readWriteExisting
  /// Changes nothing, not even beside the file.
  case readOnly
}

/// What `plumbago info` tells of a document.
public struct DocumentStatistics: Hashable, Sendable {
  /// The version of the format that the file has.
  public var formatVersion: Int
  public var title: String?
  /// What shows at the head: strokes, elements of other kinds, and those of kinds that this version does
  /// not know.
  public var strokes: Int
  public var otherElements: Int
  public var unknownElements: Int
  /// Samples of the strokes shown.
  public var samples: Int
  /// The box of everything shown, in canvas points; ``Rect/empty`` where nothing is.
  public var bounds: Rect
  /// What the drawing is on.
  public var settings: DrawingSettings
  public var undoDepth: Int
  public var redoDepth: Int
}
