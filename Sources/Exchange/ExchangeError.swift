/// Why a file of another program cannot be read or written.
public enum ExchangeError: Error, Hashable, Sendable {
  /// It is of none of the formats that are read.
  case unknownFormat
  /// It begins as a file of its format does, and then breaks off or is damaged: what the parser says, in English.
  case damaged(String)
  /// It holds more than this app takes: bytes once unpacked, nesting, strokes or pages.
  case tooLarge
  /// It has a document type declaration, by which a small file can become endless; no program that writes these formats
  /// adds one.
  case hasDeclarations
  /// A system call failed: its name, its path and its `errno`.
  case system(call: String, path: String, code: Int32)
}

/// What one format cannot hold of a drawing that the other can.
public enum ExchangeLoss: Hashable, Sendable, CaseIterable {
  /// Canvas without edges becomes one page.
  case endlessCanvas
  /// A brush becomes a plain line of its width.
  case brushes
  /// Areas that were rubbed out become gaps in the line.
  case rubbedInk
  /// Filled figures become their outline.
  case fill
  case pictures
  case text
  /// How text is set: bold, italic, more than one font in a box.
  case textStyle
  /// A picture or a text that is turned stands upright.
  case turned
  case layers
  case pages
  /// The paper's pattern, or a page of another document below the ink.
  case background
  /// Pages of documents become pictures, where no second file can hold the document.
  case documents
  /// A formula becomes a picture.
  case formulas
  /// Sound that was recorded with the ink.
  case sound
}
