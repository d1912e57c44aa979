import InkModel
import InkRendering

/// Ink that becomes a text box.
public struct ConvertedText: Hashable, Sendable {
  /// Of its lines, a line break between two.
  public private(set) var text: String
  public private(set) var elements: Set<ElementID>
  private let family: String
  private let color: Color
  /// How the ink is turned, in radians, clockwise.
  private let angle: Double
  /// Around the lines, in the canvas turned back by ``angle``.
  private var boxes: [Rect]

  public init(
    _ text: String, in box: Rect, angle: Double, of elements: some Sequence<ElementID>,
    family: String, color: Color
  ) {
    self.text = text
    self.elements = Set(elements)
    self.family = family
    self.color = color
    self.angle = angle
    boxes = [box]
  }

  /// Another line below the last.
  public mutating func add(_ line: String, in box: Rect, of elements: some Sequence<ElementID>) {
    text += "\n" + line
    self.elements.formUnion(elements)
    boxes.append(box)
  }

  /// In sizes of the font: how far a line may lie from where the font would put it, and begin beside the one above.
  ///
  /// Larger: lines of two paragraphs become one box; smaller: hands that write unevenly get a box for each line.
  private static let (unevenness, indent) = (0.3, 2.0)

  /// Whether a line in a box is the next one of the same paragraph: of the same colour, and about where the font would put it.
  public func continues(in box: Rect, color: Color) -> Bool {
    guard let last = boxes.last, color == self.color else { return false }
    let pitch = box.center.y - last.center.y
    return abs(pitch - Self.linePitch * size) < Self.unevenness * size
      && abs(box.minX - last.minX) < Self.indent * size
  }

  /// The colour of most of the ink, by the sizes of its strokes: a dot does not colour the word below it.
  ///
  /// - Parameter elements: The first of several colours is taken where they have as much.
  public static func color(of elements: [Element]) -> Color {
    var amounts: [(color: Color, amount: Double)] = []
    for element in elements {
      guard let color = element.color?.opaque else { continue }
      let amount = element.bounds.width + element.bounds.height
      if let i = amounts.firstIndex(where: { $0.color == color }) {
        amounts[i].amount += amount
      } else {
        amounts.append((color, amount))
      }
    }
    let most = amounts.map(\.amount).max()
    return amounts.first { $0.amount == most }?.color ?? .ink
  }

  /// The distance of lines in sizes of most fonts.
  private static let linePitch = 1.2
  /// The height of letters with ascenders and descenders in that of a font: about that of most.
  private static let inkOfFont = 0.95

  /// In sizes of a font whose letters are as high as those of the ink.
  ///
  /// Hands that write narrower or wider than most get letters that are that much lower or higher.
  private static let scales = 0.7...1.1
  /// Sizes are multiples of it.
  private static let sizeStep = 0.5

  /// Where lines begin and end, in the canvas turned back by ``angle``.
  private var span: (left: Double, right: Double) {
    (boxes.map(\.minX).min() ?? 0, boxes.map(\.maxX).max() ?? 0)
  }

  /// The size in which lines are about as wide as the ink, within ``scales``.
  private var size: Double {
    let heights = boxes.map(\.height).sorted()
    let high = heights[heights.count / 2] / Self.inkOfFont
    let probe = 20.0
    let width = boxes.map(\.width).max() ?? 0
    let wide = probe * width / max(textBox(size: probe).extent.width, 1)
    let size = min(max(wide, Self.scales.lowerBound * high), Self.scales.upperBound * high)
    return Self.stepped(size, .toNearestOrAwayFromZero)
  }

  /// A size that text can have, rounded to a multiple of ``sizeStep``.
  private static func stepped(_ size: Double, _ rule: FloatingPointRoundingRule) -> Double {
    let sizes = TextStyle.sizes
    return (min(max(size, sizes.lowerBound), sizes.upperBound) / sizeStep).rounded(rule) * sizeStep
  }

  private func textBox(size: Double) -> TextBox {
    TextBox([TextRun(text, family: family, size: size, color: color)], extent: .empty).measured
  }

  /// How wide the text may be: to the edge of the page that the ink is on, or as far as the ink itself reaches.
  private func room(on layout: PageLayout) -> Double {
    let (left, right) = span
    let (top, bottom) = (boxes.map(\.minY).min() ?? 0, boxes.map(\.maxY).max() ?? 0)
    let turn = AffineTransform.rotation(angle)
    let middle = turn(Point((left + right) / 2, (top + bottom) / 2))
    guard let page = layout.page(nearest: middle) else { return .infinity }
    let frame = layout.frames[page]
    guard frame.contains(middle) else { return .infinity }
    let direction = turn(Point(1, 0)) - turn(Point.zero)
    /// The distance to the farther of two edges, in the direction of the text.
    func distance(_ from: Double, _ step: Double, _ low: Double, _ high: Double) -> Double {
      // Level but for errors of rounding, so it meets neither.
      if abs(step) < 1e-9 { return .infinity }
      return ((step > 0 ? high : low) - from) / step
    }
    let distances = [top, bottom].map { y in
      let start = turn(Point(left, y))
      return min(
        distance(start.x, direction.dx, frame.minX, frame.maxX),
        distance(start.y, direction.dy, frame.minY, frame.maxY))
    }
    return max(distances.min() ?? .infinity, right - left)
  }

  /// The box of text, and how it lies on the canvas.
  ///
  /// Where it would hang over the edge of the page, it is smaller, and broken into lines where even the smallest size is
  /// too wide.
  func box(on layout: PageLayout) -> (box: TextBox, canvasFromElement: AffineTransform) {
    let room = self.room(on: layout)
    var size = self.size
    var box = textBox(size: size)
    if box.extent.width > room {
      // Lines are about as wide as their size says: rounding and hinting are all that is left to the loop.
      size = Self.stepped(size * room / box.extent.width, .up)
      box = textBox(size: size)
    }
    while box.extent.width > room, size - Self.sizeStep >= TextStyle.sizes.lowerBound {
      size -= Self.sizeStep
      box = textBox(size: size)
    }
    if box.extent.width > room {
      box.width = room
      box = box.measured
      // Letters may reach beyond the width at which lines break.
      box.width = room - max(box.extent.maxX - room, 0)
      box = box.measured
    }
    let (top, bottom) = (boxes.map(\.minY).min() ?? 0, boxes.map(\.maxY).max() ?? 0)
    let corner = Vector(span.left, (top + bottom) / 2 - box.extent.center.y)
    return (box, .rotation(angle) * .translation(corner))
  }
}

extension CanvasSession {
  /// Puts text boxes in the place of ink, as one step, and selects them.
  ///
  /// Nothing happens where some of the ink is not there any more.
  public func convert(_ texts: [ConvertedText]) -> CanvasUpdate {
    shared.takeTurn(self)
    var update = endText()
    guard !isReadOnly, !isBusy, !texts.isEmpty else { return update }
    if let closed = closedCurrentLayer {
      update.refused = closed
      return update
    }
    let ids = texts.reduce(into: Set<ElementID>()) { $0.formUnion($1.elements) }
    var edit = DrawingEdit(label: .convertToText)
    edit.removed = drawing.elements.filter { ids.contains($0.id) }
    guard edit.removed.count == ids.count else { return update }
    var order = drawing.order(for: .above, in: currentLayer.id)
    for text in texts {
      let (box, canvasFromElement) = text.box(on: drawing.settings.layout)
      edit.inserted.append(
        newElement(
          .other(box), order: order, canvasFromElement: canvasFromElement,
          at: canvasFromElement(.zero)))
      order = order.next
    }
    guard edit.inserted.allSatisfy(\.isWithinLimits) else { return update }
    update.merge(clearSelection())
    update.merge(perform(edit))
    selection = Selection(edit.inserted, rotation: -viewport.rotation)
    return update
  }
}
