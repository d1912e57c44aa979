import InkModel
import InkStore
import InkTestSupport
import Testing

@testable import Canvas

/// One contact, one activity: what is chosen or pressed while a contact is down concerns the next one.
@Suite struct ActivityTests {
  private let pen = ContactID(StylusTool(.pen))
  private let other = ContactID(StylusTool(.pen, serial: 2))

  private func at(_ x: Double, _ y: Double = 100) -> StylusSample {
    StylusSample(position: Point(x, y), time: x / 240, force: 0.5)
  }

  private func down(_ b: Bench, _ contact: ContactID, y: Double = 100) {
    b.handle(.down(contact, tip: at(100, y)))
    for x in stride(from: 100.0, to: 150, by: 5) {
      b.handle(.move(contact, settled: [at(x, y)], tip: at(x + 5, y)))
    }
  }

  private func lift(_ b: Bench, _ contact: ContactID, y: Double = 100) -> CanvasUpdate {
    for x in stride(from: 150.0, to: 200, by: 5) {
      b.handle(.move(contact, settled: [at(x, y)], tip: at(x + 5, y)))
    }
    let update = b.session.handle(.up(contact, settled: [at(200, y)]))
    b.take(update)
    return update
  }

  /// What people do while a pen is down.
  private static let meanwhile: [(name: String, act: @Sendable (CanvasSession) -> Void)] = [
    ("i", { $0.pickColor() }),
    (
      "i and Escape",
      {
        $0.pickColor(); $0.stopPickingColor()
      }
    ),
    ("space", { $0.isPanHeld = true }),
    ("the eraser", { $0.picker.select(.eraser) }),
    ("the selection", { $0.picker.select(.selection) }),
    ("a button that erases", { $0.isErasing = true }),
    ("Escape", { _ = $0.clearSelection() }),
    ("undo", { _ = $0.undo() }),
  ]

  @Test(arguments: meanwhile.indices)
  func `a stroke goes on whatever is pressed meanwhile`(i: Int) {
    let b = Bench()
    down(b, pen)
    Self.meanwhile[i].act(b.session)
    let update = lift(b, pen)
    #expect(update.use == .tool)
    #expect(b.appended.count == 1, "\(Self.meanwhile[i].name)")
    #expect(abs((b.appended.first?.bounds.width ?? 0) - 100) < 6)
    #expect(b.session.activities.isEmptyTable)
  }

  @Test func `the press after i tells the color that it lifts from, and draws nothing`() {
    let b = Bench()
    var picker = b.session.picker
    picker.setColor(DefaultPalette.colors[4])
    b.session.picker = picker
    b.line(100)
    b.session.pickColor()
    b.handle(.down(pen, tip: at(120, 300)))
    b.handle(.move(pen, settled: [at(120, 300)], tip: at(120, 100)))
    // A second contact neither draws nor picks.
    down(b, other, y: 200)
    #expect(lift(b, other, y: 200).picked == nil)
    let update = b.session.handle(.up(pen, settled: []))
    #expect(update.picked == PickedColor(color: DefaultPalette.colors[4]))
    #expect(update.use == .colorPick && !b.session.isPickingColor && b.strokes == 1)
    b.line(300)
    #expect(b.strokes == 2)
  }

  @Test func `a palm that is taken back leaves the color to the next press`() {
    let b = Bench()
    b.line(100)
    b.session.pickColor()
    let finger = ContactID(.finger, sequence: 1)
    b.handle(.down(finger, tip: at(300, 300)))
    b.handle(.cancelled(finger))
    b.handle(.down(pen, tip: at(150)))
    #expect(b.session.handle(.up(pen, settled: [])).picked?.color != nil)
    // Lost, it is no use to wait any longer.
    b.session.pickColor()
    b.handle(.down(pen, tip: at(150)))
    #expect(b.session.handle(.lost(pen)).picked == PickedColor(color: nil))
    #expect(!b.session.isPickingColor && b.strokes == 1)
  }

  @Test func `with space held a tool moves the view to its end, and others beside it do nothing`() {
    let b = Bench()
    b.session.isPanHeld = true
    var offset = Vector.zero
    b.handle(.down(pen, tip: at(100)))
    #expect(b.session.isPanning && !b.session.isBusy)
    b.session.isPanHeld = false
    down(b, other, y: 300)
    for input in [
      StylusInput.move(pen, settled: [at(100)], tip: at(130)),
      .move(pen, settled: [at(130)], tip: at(160, 120)), .up(pen, settled: [at(160, 120)]),
    ] {
      let update = b.session.handle(input)
      #expect(update.use == .view)
      offset = offset + update.pan
    }
    #expect(offset == Vector(60, 20))
    #expect(!b.session.isPanning)
    _ = lift(b, other, y: 300)
    #expect(b.strokes == 0)
    b.line(100)
    #expect(b.strokes == 1)
  }

  @Test func `Escape ends what a lasso does, and its contact does nothing until it lifts`() {
    let b = Bench()
    b.line(100)
    b.session.picker.select(.selection)
    b.handle(.down(pen, tip: at(80, 60)))
    b.handle(.move(pen, settled: [at(220, 60), at(220, 140)], tip: at(80, 140)))
    #expect(b.session.selectionOutline != nil && b.session.isBusy)
    b.take(b.session.cancelSelecting())
    #expect(b.session.selectionOutline == nil && !b.session.isBusy)
    b.handle(.move(pen, settled: [at(80, 60)], tip: nil))
    b.handle(.up(pen, settled: []))
    #expect(b.session.selection == nil)
  }

  // MARK: At random

  /// The laws of house and table, held after every step of a hand that does anything.
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `S63 S92 S93 every down has one end, and no stroke that was shown is lost`(seed: UInt64) {
    var hand = RandomHand(seed)
    hand.run(steps: 250)
    #expect(hand.complaints.isEmpty, "seed \(seed): \(hand.complaints)")
  }
}

extension Activities {
  fileprivate var isEmptyTable: Bool { !contains { _ in true } }
}

/// Somebody who does anything with a canvas at any time.
private struct RandomHand {
  private var random: SeededGenerator
  private let b: Bench
  private(set) var complaints: [String] = []

  private let contacts = [
    ContactID(StylusTool(.pen, serial: 1)), ContactID(StylusTool(.pen, serial: 2)),
    ContactID(StylusTool(.eraser, serial: 1)), ContactID(.mouse),
    ContactID(.finger, sequence: 1), ContactID(.finger, sequence: 2),
    ContactID(.finger, sequence: 3),
  ]
  /// Those that are down.
  private var touching: Set<ContactID> = []
  /// The strokes that were seen, and those that somebody took back.
  private var shown: Set<UInt32> = []
  private var withdrawn: Set<UInt32> = []
  private var kept: Set<UInt32> = []
  private var edits: [Int: DrawingEdit] = [:]
  private var time = 0.0

  init(_ seed: UInt64) {
    random = SeededGenerator(seed: seed)
    // Two lines whose steps only the file has.
    let before = Bench()
    before.line(100)
    before.line(140)
    var contents = DocumentContents.empty
    contents.elements = Array(before.session.drawing.elements)
    contents.history = HistorySummary(
      head: 2, steps: (1...2).map { .init(number: $0, label: .draw) })
    contents.nextElementID = ElementID(3)
    contents.nextContentID = ContentID(3)
    for case .commit(let step, let edit) in before.told { edits[step] = edit }
    b = Bench(contents)
    b.session.fingersAreProvisional = true
  }

  mutating func run(steps: Int) {
    for _ in 0..<steps {
      step()
      check()
    }
    // Everybody lifts.
    for contact in touching.sorted(by: { "\($0)" < "\($1)" }) { end(.up(contact, settled: [])) }
    touching = []
    b.take(b.session.settleAll())
    check()
    note()
    if b.session.isBusy { complaints.append("busy with nobody down") }
    if !b.session.wet.isEmpty { complaints.append("wet ink with nobody down") }
    let lost = shown.subtracting(withdrawn).subtracting(kept)
    if !lost.isEmpty { complaints.append("\(lost.count) strokes are lost") }
    let ghosts = withdrawn.intersection(kept)
    if !ghosts.isEmpty {
      complaints.append("\(ghosts.count) strokes were kept that were withdrawn")
    }
  }

  private mutating func sample() -> StylusSample {
    time += 1 / 240
    return StylusSample(
      position: Point(.random(in: 60...260, using: &random), .random(in: 60...180, using: &random)),
      time: time, force: 0.5)
  }

  private mutating func step() {
    let contact = contacts.randomElement(using: &random)!
    let session = b.session
    switch Int.random(in: 0..<30, using: &random) {
    case 0..<5:
      // One that is down already has lifted unheard.
      b.handle(.down(contact, tip: sample()))
      touching.insert(contact)
    case 5..<14:
      b.handle(
        .move(
          contact, settled: [sample(), sample()], tip: Bool.random(using: &random) ? sample() : nil)
      )
    case 14..<18: end(.up(contact, settled: [sample()]))
    case 18: end(.lost(contact))
    case 19:
      if let stroke = session.wet[contact] { withdrawn.insert(stroke.seed) }
      end(.cancelled(contact))
    case 20: session.picker.select(ToolCatalog.tools.randomElement(using: &random)!)
    case 21: session.isErasing.toggle()
    case 22: session.isPanHeld.toggle()
    case 23: Bool.random(using: &random) ? session.pickColor() : session.stopPickingColor()
    case 24:
      b.take(Bool.random(using: &random) ? session.clearSelection() : session.cancelSelecting())
    case 25: b.take(session.undo())
    case 26: b.take(session.redo())
    case 27: b.take(session.settle(contact))
    case 28:
      // The window lost the focus, or a dialog opened.
      for contact in touching.sorted(by: { "\($0)" < "\($1)" }) { end(.lost(contact)) }
      b.take(session.settleAll())
    default:
      note()
      if let step = edits.keys.randomElement(using: &random), let edit = edits[step] {
        b.take(session.provide(edit, for: step))
      }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: b.take(session.selectAll())
      case 1: b.take(session.deleteSelection())
      case 2: b.take(session.nudgeSelection(by: Vector(3, 4)))
      default: session.picker.select(Eraser.Kind.allCases.randomElement(using: &random)!)
      }
    }
  }

  private mutating func end(_ input: StylusInput) {
    b.handle(input)
    switch input {
    case .up(let contact, _), .lost(let contact), .cancelled(let contact): touching.remove(contact)
    default: break
    }
  }

  private mutating func check() {
    let down = b.session.activities.map(\.contact)
    if Set(down) != touching || down.count != touching.count {
      complaints.append("down are \(touching), at work \(down)")
    }
    for (contact, stroke) in b.session.wet {
      shown.insert(stroke.seed)
      if touching.contains(contact) == b.session.isProvisional(contact) {
        complaints.append("\(contact) is provisional while it is down, or neither")
      }
    }
    let held = b.session.provisional.contacts
    if Set(held).count != held.count { complaints.append("\(held) has one twice") }
    let moving = b.session.selecting.map { if case .moving = $0.phase { true } else { false } }
    if (b.session.selectionMotion != nil) != (moving ?? false) {
      complaints.append("the selection moves by nobody, or does not")
    }
  }

  /// Takes up what the file was told.
  private mutating func note() {
    for case .commit(let step, let edit) in b.told {
      edits[step] = edit
      for content in edit.contents { kept.insert(content.seed) }
    }
  }
}
