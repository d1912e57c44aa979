import InkModel

/// What one contact does, from its down to its end.
///
/// 1. Made when the contact comes down: ``CanvasSession/handle(_:)`` decides once who takes it.
/// 2. ``move(_:tip:in:into:)`` with each report of the contact.
/// 3. ``end(in:into:)``, ``lost(in:into:)`` or ``cancel(in:into:)``, once; nothing is told to it after.
///
/// Nothing else ends it. Whatever is chosen, pressed or opened meanwhile concerns the contacts to come.
///
/// A class, since a stroke is too large to be taken out of a table and put back with each report.
protocol Activity: AnyObject {
  var use: ContactUse { get }
  /// The drawing is being worked on: nothing else changes it, and nothing moves the view.
  var isBusy: Bool { get }
  /// The wet stroke, of an activity that has one.
  var stroke: StrokeActivity? { get }

  func move(
    _ settled: [StylusSample], tip: StylusSample?, in session: CanvasSession,
    into update: inout CanvasUpdate)
  /// The contact has lifted.
  func end(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult?
  /// The tool vanished: what was done up to here stays.
  func lost(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult?
  /// The contact meant nothing: as if it had never come.
  func cancel(in session: CanvasSession, into update: inout CanvasUpdate)
}

extension Activity {
  var use: ContactUse { .tool }
  var isBusy: Bool { true }
  var stroke: StrokeActivity? { nil }

  func lost(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult? {
    end(in: session, into: &update)
  }
}

/// What an activity leaves that is not a step of the history yet.
///
/// A pen's becomes one at once, a finger's may be provisional first (``ProvisionalInk``).
enum ActivityResult: Sendable {
  case stroke(WetStroke)
  case sweep(EraserSweep)
}

/// What a contact is good for, for whoever shows a canvas.
public enum ContactUse: Sendable {
  /// Works with the tool in the hand.
  case tool
  /// Moves the view.
  case view
  /// Tells the colour that it is on.
  case colorPick
}

/// Does nothing: the drawing takes no ink, or another contact has what this one would take.
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
