import InkModel

/// A drawing with its history, in a slow and obvious implementation, that generates random edits.
///
/// What a store must agree with: ``drawing`` shows at ``head``, and ``steps`` are what undo and
/// redo can reach.
public struct RandomDocument: Sendable {
  /// One random event.
  public enum Event: Sendable {
    case commit(step: Int, DrawingEdit)
    case moveHead(to: Int)
  }

  public private(set) var drawing = Drawing()
  /// Steps that can be undone, then those that can be redone.
  public private(set) var steps: [(number: Int, edit: DrawingEdit)] = []
  public private(set) var head = 0
  /// All contents that some step within reach brought, as they went in.
  public var contents: [StrokeContent] { steps.flatMap(\.edit.contents) }
  public private(set) var nextElement: Int64 = 1
  public private(set) var nextContent: Int64 = 1

  public var ink: RandomInk
  /// Samples of a stroke.
  public var lengths = 1...40

  /// Whether strokes are also erased in part, as erasers do it.
  public var erasesInPart = false
  /// Whether the settings change now and then, too.
  public var changesSettings = true
  /// Whether pages and layers are among them, each with a life of its own.
  public var changesPages = true
  /// Of its own, so that the same strokes come with and without changes of settings.
  private var paper: SeededGenerator

  public init(seed: UInt64) {
    ink = RandomInk(seed: seed)
    paper = SeededGenerator(seed: seed ^ 0x7061_7065_72)
  }

  /// Makes something happen: mostly strokes, then erasing, moving, recolouring, splitting, undo
  /// and redo, each now and then of many at once.
  public mutating func next() -> Event {
    if changesSettings, paper.once(in: 12) { return commit(changingSettings()) }
    switch Int.random(in: 0..<12, using: &ink.generator) {
    case 0, 1:
      if head > 0 { return move(to: step(before: head)) }
    case 2:
      if let after = steps.first(where: { $0.number > head }) { return move(to: after.number) }
    case 3 where ink.generator.once(in: 3):
      let reachable = [0] + steps.map(\.number)
      return move(to: reachable.randomElement(using: &ink.generator) ?? 0)
    case 4, 5:
      if !drawing.isEmpty { return commit(erasing()) }
    case 6, 7:
      if !drawing.isEmpty { return commit(changing()) }
    default: break
    }
    return commit(drawingStrokes())
  }

  /// Carries out an event; ``next()`` has done so with those it returns.
  private mutating func commit(_ edit: DrawingEdit) -> Event {
    steps.removeAll { $0.number > head }
    head += 1
    steps.append((head, edit))
    apply(edit)
    return .commit(step: head, edit)
  }

  private mutating func move(to number: Int) -> Event {
    while head > number {
      guard let step = steps.last(where: { $0.number <= head }) else { break }
      apply(step.edit.inverse)
      head = self.step(before: step.number)
    }
    while head < number {
      guard let step = steps.first(where: { $0.number > head }) else { break }
      apply(step.edit)
      head = step.number
    }
    return .moveHead(to: number)
  }

  private func step(before number: Int) -> Int {
    steps.last { $0.number < number }?.number ?? 0
  }

  private mutating func apply(_ edit: DrawingEdit) {
    do { try drawing.apply(edit) } catch { preconditionFailure("\(error)") }
  }

  // MARK: Edits

  private mutating func drawingStrokes() -> DrawingEdit {
    let n = ink.generator.once(in: 6) ? Int.random(in: 2...6, using: &ink.generator) : 1
    var edit = DrawingEdit(label: .draw)
    for _ in 0..<n {
      let count = Int.random(in: lengths, using: &ink.generator)
      let content = ink.content(takeContent(), count: count, near: ink.point())
      let stroke = Stroke(
        content: content.id, ink: ink.ink(), path: content.path, seed: content.seed)
      edit.contents.append(content)
      edit.inserted.append(element(stroke))
    }
    return edit
  }

  private mutating func changingSettings() -> DrawingEdit {
    DrawingEdit(
      label: .paper,
      settings: SettingsChange(
        before: drawing.settings,
        after: changesPages
          ? drawing.settings.randomlyChanged(using: &paper) : .random(using: &paper)))
  }

  private mutating func erasing() -> DrawingEdit {
    DrawingEdit(label: .erase, removed: some())
  }

  /// New versions of some elements: moved, recoloured, or cut in two.
  private mutating func changing() -> DrawingEdit {
    let chosen = some()
    var edit = DrawingEdit(label: EditLabel(rawValue: "change"), removed: chosen)
    let choice = Int.random(in: 0..<(erasesInPart ? 5 : 3), using: &ink.generator)
    for old in chosen {
      guard case .stroke(var stroke) = old.kind else { continue }
      switch choice {
      case 0:
        let v = ink.point(within: 100) - Point.zero
        edit.inserted.append(
          Element(
            id: takeElement(), page: old.page, layer: old.layer, order: old.order,
            pageFromElement: .translation(v) * old.pageFromElement, placement: old.placement,
            kind: old.kind))
      case 1:
        stroke.ink = ink.ink()
        stroke.seed = ink.generator.once(in: 2) ? stroke.seed : 7
        edit.inserted.append(
          drawing.settings.placed(
            Element(
              id: takeElement(), page: old.page, layer: someLayer(), order: old.order.next,
              pageFromElement: old.pageFromElement, kind: .stroke(stroke))))
      case 3, 4:
        edit.inserted += erased(old, rubs: choice == 4)
      default:
        let points = stroke.path.points
        for part in [points.prefix(points.count / 2), points.suffix(points.count / 3)]
        where !part.isEmpty {
          stroke.path = StrokePath(Array(part))
          (stroke.spans, stroke.trails) = ([], [])
          edit.inserted.append(
            Element(
              id: takeElement(), page: old.page, layer: old.layer, order: old.order,
              pageFromElement: old.pageFromElement, placement: old.placement, kind: .stroke(stroke))
          )
        }
      }
    }
    return edit
  }

  /// What a sweep that begins on an element leaves of it.
  private mutating func erased(_ old: Element, rubs: Bool) -> [Element] {
    let sweep = ErasedInk.sweep(
      Int.random(in: 1...6, using: &ink.generator), over: old,
      radius: Double.random(in: 0.5...4, using: &ink.generator), using: &ink.generator)
    var now: Element? = old
    for disc in sweep {
      guard let element = now, let erased = rubs ? element.rubbed(by: disc) : element.cut(by: disc)
      else { continue }
      now = element.holding(erased.rest)
    }
    return (now?.fragments ?? []).map { stroke in
      Element(
        id: takeElement(), page: old.page, layer: old.layer, order: old.order,
        pageFromElement: old.pageFromElement, placement: old.placement, kind: .stroke(stroke))
    }
  }

  private mutating func element(_ stroke: Stroke) -> Element {
    let order = drawing.topOrder()?.next ?? .first
    return drawing.settings.placed(
      Element(
        id: takeElement(), page: somePage(), order: order, pageFromElement: .identity,
        kind: .stroke(stroke)))
  }

  /// The canvas or a page: one that is there, where there are any.
  private mutating func somePage() -> Int32 {
    let n = Int32.random(in: 0...2, using: &ink.generator)
    let pages = drawing.settings.layout.pages
    return n == 0 || pages.isEmpty ? n : pages[Int(n) * 7 % pages.count].id
  }

  /// A layer that is there, or one that never was.
  private func someLayer() -> Int32 {
    let layers = drawing.settings.layers
    return layers.count > 1 ? layers[layers.count - 1].id : 1
  }

  /// One element or a handful, all of them now and then.
  private mutating func some() -> [Element] {
    let all = Array(drawing.elements)
    if ink.generator.once(in: 20) { return all }
    let n = min(all.count, Int.random(in: 1...4, using: &ink.generator))
    return Array(all.shuffled(using: &ink.generator).prefix(n))
  }

  private mutating func takeElement() -> ElementID {
    defer { nextElement += 1 }
    return ElementID(nextElement)
  }

  private mutating func takeContent() -> Int64 {
    defer { nextContent += 1 }
    return nextContent
  }
}
