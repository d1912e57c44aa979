import InkModel

/// Where undo and redo have changed what the drawing shows, in canvas space.
public struct SteppedArea: Hashable, Sendable {
  /// The bounds of each element that came or went.
  public private(set) var parts: [Rect]
  /// What is to be seen of it: the bounds of all that the last step brought, or took where it brought nothing.
  public private(set) var goal: Rect

  /// `nil` where a step changes nothing that lies somewhere: settings, or what is on hidden layers.
  ///
  /// Nor where it changes the pages, whose ink goes along: the view follows these by itself.
  init?(_ change: DrawingEdit, hiding hidden: Set<Int32>) {
    if let settings = change.settings, settings.before.layout != settings.after.layout {
      return nil
    }
    func bounds(_ elements: [Element]) -> [Rect] {
      elements.filter { !hidden.contains($0.layer) && !$0.bounds.isEmpty }.map(\.bounds)
    }
    let (gone, come) = (bounds(change.removed), bounds(change.inserted))
    parts = gone + come
    goal = (come.isEmpty ? gone : come).reduce(.empty) { $0.union($1) }
    if parts.isEmpty { return nil }
  }

  /// Takes in what a step after it has changed.
  mutating func add(_ later: SteppedArea) {
    parts += later.parts
    goal = later.goal
  }
}

extension Viewport {
  /// The view moved so that it shows what a step has changed; `nil` where some of that is in view already.
  ///
  /// Scale and turn stay; only where the area has no room is it shown smaller.
  ///
  /// - Parameter room: The part beside the tools, in widget points; by default ``clearBounds``.
  public func showing(_ step: SteppedArea, in room: Rect? = nil) -> Viewport? {
    guard width > 1, height > 1 else { return nil }
    let seen = Quad(clearBounds).mapped(by: canvasFromWidget)
    guard !step.parts.contains(where: { seen.intersects($0) }) else { return nil }
    let room = room ?? clearBounds
    let box = widgetFromCanvas(step.goal).outset(by: Self.margin)
    var view = self
    if box.width > room.width || box.height > room.height {
      view.fit(step.goal, margin: Self.margin, closest: scale, in: room)
    } else {
      view.pan(by: offset(toReveal: step.goal, in: room))
    }
    return view
  }
}
