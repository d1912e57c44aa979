import InkModel
import InkStore

/// A text box that is being edited in place.
public struct TextEditing: Hashable, Sendable {
  /// The number that the box has in the drawing once it was edited; taken when editing begins, so that a draft in the file
  /// tells whether it became a step.
  public let id: ElementID
  /// The element that is edited, `nil` for a new one.
  public let element: Element?
  /// As it was when editing began; that of a new one has no text.
  public let before: TextBox
  /// As it is now.
  ///
  /// One run at least, which has no text where the box has none: it says how what is typed looks.
  public internal(set) var box: TextBox
  public let canvasFromElement: AffineTransform

  /// What it covers now, in canvas space.
  public var bounds: Rect { canvasFromElement(box.extent) }
}

extension MetadataKey {
  /// A text that was being edited when the file was written, as ``TextDraft`` writes it; a closed file has none.
  static let textDraft = MetadataKey(rawValue: "text-draft")
}

/// A text that is being edited, for the file's metadata: `NEW OLD HEX`.
///
/// The number that it will have; that of the element that it replaces, 0 for none; and, unless it was emptied, the element
/// as the bytes of an `InkClip`. What cannot be read is left out.
struct TextDraft {
  var id: ElementID
  var replaced: ElementID?
  /// `nil` where the box was emptied.
  var element: Element?

  /// `nil` where there is nothing to keep: a new box that says nothing, or one that is as it was.
  init?(_ editing: TextEditing) {
    id = editing.id
    replaced = editing.element?.id
    if editing.box.text.isEmpty {
      guard replaced != nil else { return nil }
    } else {
      guard editing.element == nil || !editing.box.isSet(as: editing.before) else { return nil }
      element = Element(
        id: ElementID(1), order: .first, canvasFromElement: editing.canvasFromElement,
        kind: .other(editing.box))
    }
  }

  var text: String {
    let bytes = element.map { InkClip([$0], contents: [:]).data } ?? []
    let digits = Array("0123456789abcdef".utf8)
    var hex: [UInt8] = []
    hex.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      hex.append(digits[Int(byte >> 4)])
      hex.append(digits[Int(byte & 15)])
    }
    return "\(id.number) \(replaced?.number ?? 0) \(String(decoding: hex, as: UTF8.self))"
  }

  init?(text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, let id = Int64(words[0]), id > 0, let old = Int64(words[1]) else {
      return nil
    }
    self.id = ElementID(id)
    replaced = old > 0 ? ElementID(old) : nil
    guard !words[2].isEmpty else { return }
    let digits = words[2].utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == words[2].utf8.count, digits.count % 2 == 0 else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
    guard let element = InkClip(data: bytes)?.elements.first, element.textBox != nil else {
      return nil
    }
    self.element = element
  }
}
