import InkModel

/// What one contact does, from its down to its end.
///
/// 1. Made when the contact comes down: ``CanvasSession/handle(_:)`` decides once which activity it gets.
/// 2. ``move(_:tip:in:into:)`` with each report of the contact.
/// 3. ``end(in:into:)``, ``lost(in:into:)`` or ``cancel(in:into:)``, once; nothing is called after it.
///
/// Nothing else ends it. Whatever is chosen, pressed or opened meanwhile applies to later contacts.
///
/// A class, since a stroke is too large to be copied out of a table and back with each report.
protocol Activity: AnyObject {
  var use: ContactUse { get }
  /// The drawing is being worked on: nothing else changes it, and nothing moves the view.
  var isBusy: Bool { get }
  /// The wet stroke, of an activity that has one.
  var stroke: StrokeActivity? { get }
  /// It ends with a result, which can be withdrawn later.
  var leavesResult: Bool { get }

  func move(
    _ settled: [StylusSample], tip: StylusSample?, in session: CanvasSession,
    into update: inout CanvasUpdate)
  /// The contact has lifted.
  func end(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult?
  /// The tool was lost: what was done up to here stays.
  func lost(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult?
  /// The contact was cancelled: its effects are undone.
  func cancel(in session: CanvasSession, into update: inout CanvasUpdate)
}

extension Activity {
  var use: ContactUse { .tool }
  var isBusy: Bool { true }
  var stroke: StrokeActivity? { nil }
  var leavesResult: Bool { false }

  func lost(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult? {
    end(in: session, into: &update)
  }
}

/// What an activity leaves that is not a step of the history yet.
///
/// A pen's becomes a step at once, a finger's may be provisional first (``ProvisionalInk``).
enum ActivityResult: Sendable {
  case stroke(WetStroke)
  case sweep(EraserSweep)
}

/// What a contact does, for the widget that shows a canvas.
public enum ContactUse: Sendable {
  /// Works with the tool of the picker.
  case tool
  /// Moves the view.
  case view
  /// Picks the colour under it.
  case colorPick
}

/// Does nothing: the drawing takes no ink, or another contact does what this one would do.
final class IdleActivity: Activity {
  let use: ContactUse
  var isBusy: Bool { false }

  init(_ use: ContactUse = .tool) { self.use = use }

  func move(
    _ settled: [StylusSample], tip: StylusSample?, in session: CanvasSession,
    into update: inout CanvasUpdate
  ) {}

  func end(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult? { nil }

  func cancel(in session: CanvasSession, into update: inout CanvasUpdate) {}
}
