import InkModel
import InkRendering
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
  /// Changes with the alignment of its lines: the origin is an edge of the lines, or their middle.
  public internal(set) var canvasFromElement: AffineTransform
  /// From side to side, in element space, where its lines are to end.
  ///
  /// On the page, or in the part of the canvas that was in view when editing began; `nil` where the box has a width of its
  /// own, or went beyond already.
  var room: ClosedRange<Double>?

  /// Replaces this box by another one.
  ///
  /// Where its lines have another alignment, they move within their frame, and that stays where it is.
  mutating func change(to new: TextBox) {
    if new.alignment != box.alignment { moveOrigin(to: new) }
    box = fitted(new)
  }

  /// Moves the origin of element space to where a box of another alignment has it in the same frame.
  private mutating func moveOrigin(to new: TextBox) {
    let old = TextBoxLayout(box)
    let anchor = TextBoxLayout(new).anchor
    let offset = (anchor - old.anchor) * old.pointWidth
    canvasFromElement = canvasFromElement * .translation(Vector(offset, 0))
    guard let now = room else { return }
    let frame = -anchor * old.pointWidth...(1 - anchor) * old.pointWidth
    guard box.width == nil else {
      // Lines that are broken already go on to break at this width, though others could be longer.
      room = frame
      return
    }
    // The frame may begin before the room: where one pressed.
    let lower = min(now.lowerBound - offset, frame.lowerBound)
    room = lower...max(now.upperBound - offset, frame.upperBound)
  }

  /// A box measured at the position of this one: its lines are as long as they are written, but break
  /// where they would leave ``room``.
  func fitted(_ box: TextBox) -> TextBox {
    guard let room else { return box.measured }
    var box = box
    box.width = nil
    let layout = TextBoxLayout(box)
    let most = Self.width(in: room, around: layout.anchor)
    // Never narrower than a word.
    let least = (box.runs.map(\.size).max() ?? 0) * Self.leastWidth
    if layout.pointWidth > max(most, least) { box.width = max(most, least).rounded(.down) }
    return box.measured
  }

  /// The width of the widest box in a room.
  ///
  /// - Parameter anchor: How much of the box lies before 0, 0 … 1.
  static func width(in room: ClosedRange<Double>, around anchor: Double) -> Double {
    min(
      anchor < 1 ? room.upperBound / (1 - anchor) : .infinity,
      anchor > 0 ? -room.lowerBound / anchor : .infinity)
  }

  /// The least width at which lines break by themselves, in sizes of the letters; smaller, and a text that is begun at the
  /// edge of a page has a line for each letter.
  private static let leastWidth = 6.0

  /// What it covers now, in canvas space.
  public var bounds: Rect { canvasFromElement(box.extent) }
}

extension DocumentMetadata {
  /// What was written in a text that was being edited when the file was written; `nil` where there was none.
  public var draftText: String? {
    self[.textDraft].flatMap { TextDraft(text: $0) }?.element?.textBox?.text
  }
}

extension DocumentContents {
  /// The same with the text that was being edited when the file was written, for code that only reads
  /// the file; a window that opens it makes a step of that text.
  public var includingDraft: DocumentContents {
    guard metadata[.textDraft] != nil else { return self }
    let session = CanvasSession(self)
    _ = session.recoverText()
    var contents = self
    contents.elements = Array(session.drawing.elements)
    return contents
  }
}

extension MetadataKey {
  /// A text that was being edited when the file was written, as ``TextDraft`` writes it; a closed file has none.
  static let textDraft = MetadataKey(rawValue: "text-draft")
}

/// A text that is being edited, for the file's metadata: `NEW OLD HEX PAGE`.
///
/// The number that it will have; that of the element that it replaces, 0 for none; unless it was emptied, the element as
/// the bytes of an `InkClip`; and the page of a new one, which earlier versions did not write. What cannot be read is left
/// out.
struct TextDraft {
  var id: ElementID
  var replaced: ElementID?
  /// `nil` where the box was emptied.
  var element: Element?
  /// That a new one belongs to; 0 is the canvas.
  var page: Int32?

  /// `nil` where there is nothing to keep: a new box that says nothing, or one that is as it was.
  ///
  /// - Parameters:
  ///   - offset: To its position among pages in one column, which files have.
  ///   - page: That a new one belongs to.
  init?(_ editing: TextEditing, moved offset: Vector = .zero, page: Int32? = nil) {
    id = editing.id
    self.page = page
    replaced = editing.element?.id
    if editing.box.text.isEmpty {
      guard replaced != nil else { return nil }
    } else {
      guard editing.element == nil || !editing.box.isSet(as: editing.before) else { return nil }
      element = Element(
        id: ElementID(1), order: .first,
        canvasFromElement: .translation(offset) * editing.canvasFromElement,
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
      + (page.map { " \($0)" } ?? "")
  }

  init?(text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard (3...4).contains(words.count), let id = Int64(words[0]), id > 0,
      let old = Int64(words[1])
    else { return nil }
    page = words.count == 4 ? Int32(words[3]) : nil
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
