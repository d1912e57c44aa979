import Gtk
import InkModel

/// Lets a program decide where handwriting begins in a widget, and tells it of both ends.
///
/// Fields take handwriting without one. Put it on a widget to refuse writing at some positions, to delay the focus, or to
/// follow what is written. It serves the widget and all fields and areas in it.
///
/// A **writing** is what one hand writes into one field without a longer pause: it begins when the first stroke has
/// moved farther than a tap does, or counts as a dot; it is finished when its text is in the field and a pause without
/// ink has followed (`ScribbleSession.Settings.pause`), or as soon as the next field is written in. Taps and selections
/// are none; gestures that edit are.
///
/// Invariants:
/// 1. ``ScribbleInteractionDelegate/interactionWillBeginWriting(_:)`` and
///    ``ScribbleInteractionDelegate/interactionDidFinishWriting(_:)`` are called once for each writing, in this order:
///    also where nothing was read, and where the widget was destroyed or the interaction removed meanwhile.
/// 2. The text of a writing is inserted between the two.
/// 3. A stroke that goes on with a writing is asked of no interaction, but those of another widget below the pen.
@MainActor
public final class ScribbleInteraction {
  /// The widget that it was put on; its handle is not to be used once the widget was destroyed.
  public let widget: Widget
  /// Not kept; without one the interaction lets everything be as it is.
  public weak var delegate: (any ScribbleInteractionDelegate)?
  /// Writings that have begun and are not finished.
  private var count = 0
  private weak var owner: WidgetInteractions?

  /// Puts an interaction on a widget, which keeps it until ``remove()``, or until the widget is destroyed.
  ///
  /// A widget has one: an earlier one is removed.
  @discardableResult
  public init(on widget: some WidgetProtocol, delegate: any ScribbleInteractionDelegate) {
    self.widget = Widget(widget)
    self.delegate = delegate
    owner = WidgetInteractions.of(widget.widget)
    owner?.direct = self
  }

  /// Takes it from its widget, if that is still there; a writing that has begun is still told to be finished.
  public func remove() {
    if owner?.direct === self { owner?.direct = nil }
  }

  /// Whether someone writes in the widget: between both ends of a writing.
  public var isHandlingWriting: Bool { count > 0 }

  // MARK: Expecting a pen

  /// Whether the user is likely to write with a pen next: a pen is in proximity of a window of this program, or was in
  /// the last ten seconds, and handwriting is on (see ``ScribbleController/install(opening:settings:texts:isOn:)``).
  ///
  /// A program may show larger fields then, or leave out what is for the keyboard only.
  public static var isPenInputExpected: Bool { PenInput.isNear && ScribbleController.isOn() }

  /// Calls back on the main thread whenever a pen has come near, and when it was away for ten seconds, until the
  /// subscription ends; not where handwriting is switched on or off.
  ///
  /// - Parameter body: Gets ``isPenInputExpected``.
  public static func subscribe(toPenInputExpected body: @escaping (Bool) -> Void) -> Subscription {
    PenInput.changes.subscribe { body(isPenInputExpected) }
  }

  // MARK: Writing

  /// Whether writing may begin at a point of an ancestor.
  func shouldBegin(at point: Point, of native: Widget) -> Bool {
    guard let delegate, let own = native.point(point, in: widget) else { return true }
    return delegate.interaction(self, shouldBeginAt: own)
  }

  // MARK: Strokes beside a field

  /// What was drawn on the widget a moment ago, in the points of an ancestor.
  func recentStrokes(in native: Widget) -> [[StylusSample]] {
    guard let strokes = delegate?.interactionRecentStrokes(self), !strokes.isEmpty,
      let origin = widget.point(Point.zero, in: native)
    else { return [] }
    let offset = origin - Point.zero
    return strokes.compactMap { stroke in
      let moved = stroke.filter(\.position.isFinite).map {
        var sample = $0
        sample.position = $0.position + offset
        return sample
      }
      return moved.isEmpty ? nil : moved
    }
  }

  var listener: WritingListener {
    WritingListener(
      willBegin: { [self] in
        count += 1
        delegate?.interactionWillBeginWriting(self)
      },
      shouldDelayFocus: { [self] in delegate?.interactionShouldDelayFocus(self) ?? false },
      didFinish: { [self] in
        count -= 1
        delegate?.interactionDidFinishWriting(self)
      })
  }
}

/// What a program answers a ``ScribbleInteraction``; all of it is optional.
///
/// All methods are called on the main thread, in the middle of an event: they should return within a frame.
@MainActor
public protocol ScribbleInteractionDelegate: AnyObject {
  /// Whether a pen that comes down may begin to write; true by default.
  ///
  /// Where not, the press is the widget's, as a mouse's is. Asked once or more for each stroke that begins a writing in
  /// the widget or in a field or area in it, and for each stroke that begins on the widget and would go on with what is
  /// written in a field beside it: a widget that is drawn on keeps its strokes by saying no. Also asked where a pen
  /// hovers, since a low field becomes higher there (`ScribbleSession.Settings.leastFieldHeight`). Where interactions lie
  /// in each other, the innermost is asked first, and all must agree.
  ///
  /// - Parameter point: Where the pen is, in the points of ``ScribbleInteraction/widget``, y downwards. It
  ///   can be some points outside: writing may begin up to 14 points above or below a field.
  func interaction(_ interaction: ScribbleInteraction, shouldBeginAt point: Point) -> Bool

  /// The strokes that were drawn on the widget a moment ago, in its points, oldest first; none by default.
  ///
  /// For a widget that is drawn on. A stroke that begins in a field beside it and goes on with them as the next letter of a
  /// word does is not the field's while somebody draws; where they are a few, close before the field's start and on its
  /// line, they are the start of a word that is meant for the field: see ``interactionGivesUpStrokes(_:)``. Asked of
  /// the widget that lies up to 48 points before the field's start, where a stroke begins to write in the field.
  func interactionRecentStrokes(_ interaction: ScribbleInteraction) -> [[StylusSample]]

  /// Removes those strokes from the widget, since they become text with the rest of their word.
  ///
  /// - Returns: False, which is the default, where that cannot be done: the field gets what begins in it alone.
  func interactionGivesUpStrokes(_ interaction: ScribbleInteraction) -> Bool

  /// Shows the strokes again that were given up last, where that can be done: nothing was read. Does nothing by default.
  func interactionRestoresStrokes(_ interaction: ScribbleInteraction)

  /// Whether the field gets its text and the keyboard focus only at a pause; false by default.
  ///
  /// For fields that move or change when they have the focus. Otherwise a word may be inserted, and the field have the
  /// focus with it, while the pen writes the next one. A tap, a gesture that edits, a key and a press elsewhere do not
  /// wait. Asked once in each writing, after ``interactionWillBeginWriting(_:)``; where one of several interactions says
  /// yes, the focus is delayed.
  func interactionShouldDelayFocus(_ interaction: ScribbleInteraction) -> Bool

  /// A writing begins: the pen is down, and the field has neither its text nor, by the pen, the focus.
  func interactionWillBeginWriting(_ interaction: ScribbleInteraction)

  /// A writing is finished: its text is in the field, if anything was read.
  ///
  /// What moves or resizes fields may be done from here on, see ``ScribbleController/performAtPause(_:)``; only where
  /// the pen has gone on to another field it is down already.
  func interactionDidFinishWriting(_ interaction: ScribbleInteraction)
}

extension ScribbleInteractionDelegate {
  public func interaction(_ interaction: ScribbleInteraction, shouldBeginAt point: Point) -> Bool {
    true
  }
  public func interactionRecentStrokes(_ interaction: ScribbleInteraction) -> [[StylusSample]] {
    []
  }
  public func interactionGivesUpStrokes(_ interaction: ScribbleInteraction) -> Bool { false }
  public func interactionRestoresStrokes(_ interaction: ScribbleInteraction) {}
  public func interactionShouldDelayFocus(_ interaction: ScribbleInteraction) -> Bool { false }
  public func interactionWillBeginWriting(_ interaction: ScribbleInteraction) {}
  public func interactionDidFinishWriting(_ interaction: ScribbleInteraction) {}
}
