import InkModel

/// How a kind of element is stored in files and on the clipboard.
///
/// In a file it is a row of `element` of its ``kindName``, whose `extra` holds the value as a blob; the
/// row's other columns (identity, order, transform, box, life) are the same for every kind. Rows of
/// kinds that are not in the table that a store is opened with are kept untouched and not shown.
public protocol StoredElement: ElementValue {
  /// The name of the kind in files: small letters, never another once a file has it.
  static var kindName: String { get }

  /// Writes the value.
  func encode(into out: inout ByteWriter)

  /// Reads all of what ``encode(into:)`` wrote, checking everything: a clipboard has bytes of
  /// any program.
  init(decoding reader: inout ByteReader) throws(CodecError)
}

/// The kinds of elements that files are read with, by their names.
///
/// Strokes are known to every store and have tables of their own.
public struct ElementKinds: Sendable {
  /// The kinds that are painted and edited: a row each.
  public static let standard = ElementKinds([Shape.self, PlacedPicture.self, TextBox.self])
  /// All kinds that the format has: for who reads what a file holds and shows none of it.
  public static let complete = ElementKinds([Shape.self, PlacedPicture.self, TextBox.self])

  private let types: [String: any StoredElement.Type]

  /// - Parameter types: Their names differ, and none is `stroke`.
  public init(_ types: [any StoredElement.Type]) {
    self.types = Dictionary(types.map { ($0.kindName, $0) }) { a, _ in
      preconditionFailure("two kinds are called \(a.kindName)")
    }
    precondition(self.types[StrokeCodec.kindName] == nil, "only strokes are strokes")
  }

  /// All of them, strokes aside.
  public var all: [any StoredElement.Type] { Array(types.values) }

  /// Whether elements of a name can be shown.
  func knows(_ name: String) -> Bool { name == StrokeCodec.kindName || types[name] != nil }

  /// The value in a blob of an element's row, `nil` where the kind is not known.
  func read(
    _ name: String, _ blob: UnsafeRawBufferPointer, row: Int64
  ) throws(CodecError) -> (any ElementValue)? {
    guard let type = types[name] else { return nil }
    var reader = try BlobEnvelope.open(.elementExtra, row: row, blob)
    let value = try type.init(decoding: &reader)
    guard reader.remaining == 0 else {
      throw CodecError(reason: "\(reader.remaining) bytes are left over")
    }
    return value
  }

  /// The name and the blob of a value; `nil` where its kind is none of these.
  func write(_ value: any ElementValue, row: Int64) -> (name: String, blob: [UInt8])? {
    guard let value = value as? any StoredElement, types[value.kindName] == type(of: value) else {
      return nil
    }
    return (value.kindName, value.blob(row: row))
  }
}

extension StoredElement {
  var kindName: String { Self.kindName }

  /// The value, sealed as `extra` of a row.
  func blob(row: Int64) -> [UInt8] {
    BlobEnvelope.seal(.elementExtra, row: row) { encode(into: &$0) }
  }
}
