import Gtk
import InkModel

/// Lets a pen write in an area whose texts come into being when they are written: the blank space of a list, a drawing's
/// text boxes.
///
/// The area has **elements**, one for each text: it has a text widget, or may get one once it is written in. A pen
/// that comes down where no text field is, and nothing that can be pressed, writes into the element whose frame is the
/// nearest. A tap is the widgets', as a mouse's click is.
///
/// What happens in one writing (see ``ScribbleInteraction``), in this order:
/// 1. `elementsIn`, and `frameOf` and `isFocused` of the elements, each time that a pen comes down.
/// 2. `willBeginWritingIn`, then `shouldDelayFocusOf`, when the stroke has become writing.
/// 3. `focus`: at once, or, where that is delayed, after a pause and when a text was read: marks alone are none, unless
///    `takesMarksAloneIn` says so. Once in a writing; never for an element that is focused.
/// 4. The text is inserted into what `focus` gave.
/// 5. `didFinishWritingIn`.
///
/// Where a stroke alone lies over the text of an element that is not focused (`elementBelow`), or goes to and fro over it,
/// `focus` of that element comes first, at the pause: the stroke may be a gesture there. `elementBelow` is asked again then.
///
/// Where the first stroke goes to and fro over none, it crosses out what is shown of an element that is not focused, and is
/// no ink: `didCrossOut` comes instead of 3 and 4.
///
/// Invariants:
/// 1. For each `willBeginWritingIn` there is one `didFinishWritingIn` of the same element: also where nothing was read,
///    where `focus` gave nothing, and where the element or the widget has gone meanwhile.
/// 2. `focus` is called between the two, of the same element or of that which `elementBelow` gave.
/// 3. Ink that is written on the line of waiting ink, close to it, belongs to its element; other ink begins another
///    writing, though it may be in the same element: two lines become two items.
///
/// The ``ScribbleInteraction``s of the widget, and of what it lies in, are asked and told as well.
@MainActor
public final class IndirectScribbleInteraction {
  /// The widget that it was put on; its handle is not to be used once the widget was destroyed.
  public let widget: Widget
  /// The element that is written in at a point of the widget.
  private let elementAt: (IndirectScribbleInteraction, Point) -> AreaElement?
  private weak var owner: WidgetInteractions?
  /// The bounds of the ink that is written in an element while it is focused, in the points of ``widget``; empty at other
  /// times.
  public internal(set) var ink = Rect.empty
  /// The view that a flick of the pen in the area scrolls, a long and fast stroke along it.
  ///
  /// By default it is the one that the area lies in. Where there is none either, such a stroke is ink as any other.
  public var scroller: ScrolledWindow?

  /// Puts an interaction on a widget, which keeps it until ``remove()``, or until the widget is destroyed.
  ///
  /// A widget has one: an earlier one is removed.
  ///
  /// - Parameter delegate: Not kept; once it has gone nothing can be written in the area.
  @discardableResult
  public init<Delegate: IndirectScribbleInteractionDelegate>(
    on widget: some WidgetProtocol, delegate: Delegate
  ) {
    self.widget = Widget(widget)
    elementAt = { [weak delegate] interaction, point in
      delegate.flatMap { AreaElement(nearest: point, in: interaction, of: $0) }
    }
    owner = WidgetInteractions.of(widget.widget)
    owner?.indirect = self
  }

  /// Takes it from its widget, if that is still there; a writing that has begun goes on, and is told to be finished.
  public func remove() {
    if owner?.indirect === self { owner?.indirect = nil }
  }

  func element(nearest point: Point) -> AreaElement? { elementAt(self, point) }
}

/// What a program answers an ``IndirectScribbleInteraction``.
///
/// All methods are called on the main thread; except for `focus` they should return within a frame. Points and rectangles
/// are in the points of ``IndirectScribbleInteraction/widget``, y downwards.
@MainActor
public protocol IndirectScribbleInteractionDelegate: AnyObject {
  /// What identifies an element; it means nothing to the interaction.
  associatedtype Element: Hashable

  /// The elements that can be written in a rectangle, which lies around the point where a pen has come down: 14 points
  /// to each side. None where nothing is to be written: the press is the widgets' then.
  func interaction(_ interaction: IndirectScribbleInteraction, elementsIn area: Rect) -> [Element]

  /// The frame of an element, where it is now.
  func interaction(_ interaction: IndirectScribbleInteraction, frameOf element: Element) -> Rect

  /// Whether an element's text widget has the keyboard focus: it is written in without `focus`. False by default.
  func interaction(_ interaction: IndirectScribbleInteraction, isFocused element: Element) -> Bool

  /// Makes an element editable and gives the widget that takes its text: a GtkEditable or a GtkTextView, or a widget
  /// that has a ``ScribbleTextInput``.
  ///
  /// The widget may have a text; what was written is inserted in it where the ink is. It may be new: it is waited for,
  /// half a second at the most, until it is mapped and laid out. The focus itself comes with the text.
  ///
  /// - Parameter point: Where the ink begins.
  /// - Returns: `nil` where the element cannot be written in any more; so does a widget that takes no handwriting, as a
  ///   password field. The ink goes then, without a text.
  func interaction(
    _ interaction: IndirectScribbleInteraction, focus element: Element, near point: Point
  ) async -> Widget?

  /// Whether `focus` waits for a pause in the writing and for its text; false by default.
  ///
  /// For elements whose text widget comes into being, moves or grows: nothing moves below a pen then, and where nothing
  /// was read there is nothing to take back.
  func interaction(
    _ interaction: IndirectScribbleInteraction, shouldDelayFocusOf element: Element
  ) -> Bool

  /// Whether marks alone, as “-” or “.”, are a text, where the focus waits for one; false by default.
  ///
  /// A careless stroke reads as such: it would make an item of a list, or be the name of one. For elements that have a
  /// text which what is written goes on with.
  func interaction(
    _ interaction: IndirectScribbleInteraction, takesMarksAloneIn element: Element
  ) -> Bool

  /// The element over whose text a stroke lies that may be a gesture there, as a circle around a word; `nil`, which is the
  /// default, where there is none: the stroke is read as writing.
  ///
  /// For elements whose texts take gestures before they are focused.
  ///
  /// - Parameters:
  ///   - stroke: Its positions.
  ///   - element: That in which it begins.
  func interaction(
    _ interaction: IndirectScribbleInteraction, elementBelow stroke: [Point], from element: Element
  ) -> Element?

  /// Whether what begins in an element may go on with the text that has the focus; false by default.
  ///
  /// It does where that text was written by hand, nothing else was done with it, and the pen comes down on the line of
  /// its ink, behind that: a text is narrower than the ink that it comes from.
  func interaction(
    _ interaction: IndirectScribbleInteraction, goesOnWithFocusedTextIn element: Element
  ) -> Bool

  /// A stroke has crossed out what is shown of an element that is not focused; does nothing by default.
  ///
  /// Called as the pen lifts, before the writing is finished. The element may be made a field here, to be written in anew.
  func interaction(_ interaction: IndirectScribbleInteraction, didCrossOut element: Element)

  /// A writing begins in an element.
  func interaction(
    _ interaction: IndirectScribbleInteraction, willBeginWritingIn element: Element)

  /// A writing in an element is finished: its text was inserted, if anything was read.
  func interaction(
    _ interaction: IndirectScribbleInteraction, didFinishWritingIn element: Element)
}

extension IndirectScribbleInteractionDelegate {
  public func interaction(
    _ interaction: IndirectScribbleInteraction, isFocused element: Element
  ) -> Bool { false }
  public func interaction(
    _ interaction: IndirectScribbleInteraction, shouldDelayFocusOf element: Element
  ) -> Bool { false }
  public func interaction(
    _ interaction: IndirectScribbleInteraction, takesMarksAloneIn element: Element
  ) -> Bool { false }
  public func interaction(
    _ interaction: IndirectScribbleInteraction, elementBelow stroke: [Point], from element: Element
  ) -> Element? { nil }
  public func interaction(
    _ interaction: IndirectScribbleInteraction, goesOnWithFocusedTextIn element: Element
  ) -> Bool { false }
  public func interaction(
    _ interaction: IndirectScribbleInteraction, didCrossOut element: Element
  ) {}
  public func interaction(
    _ interaction: IndirectScribbleInteraction, willBeginWritingIn element: Element
  ) {}
  public func interaction(
    _ interaction: IndirectScribbleInteraction, didFinishWritingIn element: Element
  ) {}
}

/// An element of an area that is written in, without the type of its identity.
struct AreaElement {
  let isFocused: Bool
  let takesMarksAlone: Bool
  let goesOnWithFocusedText: Bool
  let scroller: ScrolledWindow?
  let listener: WritingListener
  /// Makes it editable; the point and the bounds of the ink are the area's.
  let focus: @MainActor (Point, Rect) async -> Widget?
  /// Tells that what is shown of it is crossed out.
  let crossOut: @MainActor () -> Void
  /// The element over whose text a stroke lies that begins in this one; its positions are the area's.
  let below: @MainActor ([Point]) -> AreaElement?

  /// `nil` where the delegate has none there.
  init?<Delegate: IndirectScribbleInteractionDelegate>(
    nearest point: Point, in interaction: IndirectScribbleInteraction, of delegate: Delegate
  ) {
    let area = Rect(center: point, radius: TextFields.overhang)
    let elements = delegate.interaction(interaction, elementsIn: area).map {
      (element: $0, frame: delegate.interaction(interaction, frameOf: $0))
    }
    func distance(_ frame: Rect) -> Double {
      let dx = max(frame.minX - point.x, point.x - frame.maxX, 0)
      let dy = max(frame.minY - point.y, point.y - frame.maxY, 0)
      return dx * dx + dy * dy
    }
    guard let element = elements.min(by: { distance($0.frame) < distance($1.frame) })?.element
    else { return nil }
    self.init(element, in: interaction, of: delegate)
  }

  private init<Delegate: IndirectScribbleInteractionDelegate>(
    _ element: Delegate.Element, in interaction: IndirectScribbleInteraction, of delegate: Delegate
  ) {
    isFocused = delegate.interaction(interaction, isFocused: element)
    takesMarksAlone = delegate.interaction(interaction, takesMarksAloneIn: element)
    goesOnWithFocusedText = delegate.interaction(interaction, goesOnWithFocusedTextIn: element)
    scroller = interaction.scroller
    listener = WritingListener(
      willBegin: { [weak delegate] in
        delegate?.interaction(interaction, willBeginWritingIn: element)
      },
      shouldDelayFocus: { [weak delegate] in
        delegate?.interaction(interaction, shouldDelayFocusOf: element) ?? false
      },
      didFinish: { [weak delegate] in
        delegate?.interaction(interaction, didFinishWritingIn: element)
      })
    crossOut = { [weak delegate] in
      delegate?.interaction(interaction, didCrossOut: element)
    }
    below = { [weak delegate] stroke in
      guard let delegate,
        let other = delegate.interaction(interaction, elementBelow: stroke, from: element)
      else { return nil }
      return AreaElement(other, in: interaction, of: delegate)
    }
    focus = { [weak delegate] start, ink in
      interaction.ink = ink
      defer { interaction.ink = .empty }
      return await delegate?.interaction(interaction, focus: element, near: start)
    }
  }
}
