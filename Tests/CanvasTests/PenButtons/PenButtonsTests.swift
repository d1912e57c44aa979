import Canvas
import InkModel
import InkTestSupport
import Testing

/// Buttons that a test can ask within an expectation.
private final class Presses {
  var machine = PenButtons()

  var map: PenButtonMap {
    get { machine.map }
    set { machine.map = newValue }
  }
  var deadline: Double? { machine.deadline }

  func press(_ tool: StylusTool, _ button: StylusButton, at time: Double) -> [PenButtons.Output] {
    machine.press(tool, button, at: time)
  }
  func release(_ tool: StylusTool, _ button: StylusButton, at time: Double) -> [PenButtons.Output] {
    machine.release(tool, button, at: time)
  }
  func touch(_ tool: StylusTool, at time: Double) -> [PenButtons.Output] {
    machine.touch(tool, at: time)
  }
  func wake(at time: Double) -> [PenButtons.Output] { machine.wake(at: time) }
  func leave(_ tool: StylusTool) -> [PenButtons.Output] { machine.leave(tool) }
  func reset() -> [PenButtons.Output] { machine.reset() }
}

@Suite struct PenButtonsTests {
  private let pen = StylusTool(.pen, serial: 1)

  private func buttons(
    _ single: SinglePress = .nothing, _ double: DoublePress = .nothing
  ) -> Presses {
    let buttons = Presses()
    buttons.map[.lower] = .init(single: single, double: double)
    return buttons
  }

  /// Presses and lets go at these times, and then waits for long.
  private func play(_ buttons: Presses, _ times: [(down: Double, up: Double)])
    -> [PenButtons.Output]
  {
    var outputs: [PenButtons.Output] = []
    for t in times {
      outputs += buttons.press(pen, .lower, at: t.down)
      outputs += buttons.release(pen, .lower, at: t.up)
    }
    return outputs + buttons.wake(at: 1000)
  }

  @Test func `a button that is held erases as soon as the tip touches`() {
    let buttons = Presses()
    #expect(buttons.press(pen, .lower, at: 1) == [])
    #expect(buttons.touch(pen, at: 1.1) == [.begin(.erase)])
    #expect(buttons.touch(pen, at: 1.2) == [])
    #expect(buttons.release(pen, .lower, at: 1.3) == [.end(.erase)])
    // Short presses erase nothing; two are the eraser's.
    #expect(buttons.press(pen, .lower, at: 2) == [])
    #expect(buttons.release(pen, .lower, at: 2.1) == [])
    #expect(buttons.touch(pen, at: 2.15) == [])
    #expect(buttons.press(pen, .lower, at: 2.2) == [.perform(.toggleEraser)])
    #expect(buttons.touch(pen, at: 2.25) == [])
    #expect(buttons.release(pen, .lower, at: 2.3) == [])
  }

  @Test func `S32 in a fresh profile two presses of a barrel button toggle the eraser`() {
    for button in [StylusButton.lower, .upper] {
      let buttons = Presses()
      #expect(buttons.press(pen, button, at: 0) == [])
      #expect(buttons.release(pen, button, at: 0.1) == [])
      #expect(buttons.press(pen, button, at: 0.3) == [.perform(.toggleEraser)])
      #expect(buttons.release(pen, button, at: 0.35) == [])
      #expect(buttons.deadline == nil)
    }
  }

  @Test func `S36 in a fresh profile one press does nothing at all`() {
    for button in StylusButton.allCases {
      let buttons = Presses()
      var outputs = buttons.press(pen, button, at: 0)
      outputs += buttons.release(pen, button, at: 0.1)
      outputs += buttons.wake(at: 5)
      #expect(outputs == [])
    }
  }

  @Test func `S33 each meaning of two presses is obeyed`() {
    let meanings: [(DoublePress, PenButtons.Command?)] = [
      (.nothing, nil), (.toggleEraser, .toggleEraser), (.previousTool, .previousTool),
      (.colors, .colors), (.sizes, .sizes),
    ]
    #expect(meanings.map(\.0) == DoublePress.allCases)
    for (double, command) in meanings {
      let buttons = self.buttons(.nothing, double)
      let outputs = play(buttons, [(0, 0.05), (0.2, 0.25)])
      #expect(outputs == (command.map { [.perform($0)] } ?? []))
    }
  }

  @Test func `S37 no meaning of two presses can change a drawing, and twice is as before`() {
    for double in DoublePress.allCases {
      for tool in [Tool.brush("pencil"), .eraser, .selection] {
        let b = Bench()
        b.line(100)
        b.session.picker.select(tool)
        let (drawing, picker) = (Array(b.session.drawing.elements), b.session.picker)
        let told = b.told.count
        for _ in 0..<2 {
          let buttons = self.buttons(.nothing, double)
          for output in play(buttons, [(0, 0.05), (0.2, 0.25)]) {
            switch output {
            case .perform(.toggleEraser): b.session.picker.toggleEraser()
            case .perform(.previousTool): b.session.picker.togglePrevious()
            // What opens for a brush is checked on a screen; other tools change their mode.
            case .perform(.colors), .perform(.sizes): b.session.picker.switchMode()
            default: Issue.record("\(double) asks for \(output)")
            }
          }
        }
        #expect(Array(b.session.drawing.elements) == drawing && b.told.count == told)
        #expect(b.session.picker.tool == picker.tool && b.session.picker.ink == picker.ink)
        #expect(b.session.picker.eraser == picker.eraser)
        #expect(b.session.picker.selectionKind == picker.selectionKind)
      }
    }
  }

  @Test func `a single press acts at once, or where there is a double one when its time is over`() {
    let alone = buttons(.undo)
    #expect(alone.press(pen, .lower, at: 0) == [.perform(.undo)])
    #expect(alone.release(pen, .lower, at: 0.1) == [])
    #expect(alone.press(pen, .lower, at: 0.2) == [.perform(.undo)])

    let both = buttons(.undo, .toggleEraser)
    #expect(both.press(pen, .lower, at: 0) == [])
    #expect(both.deadline == 0.4)
    #expect(both.release(pen, .lower, at: 0.1) == [])
    #expect(both.wake(at: 0.39) == [])
    #expect(both.wake(at: 0.4) == [.perform(.undo)])
    #expect(both.deadline == nil)
    // Never both.
    #expect(play(both, [(10, 10.1), (10.2, 10.3)]) == [.perform(.toggleEraser)])
    // A second press that comes too late is a first one.
    #expect(play(both, [(2000, 2000.1), (2001, 2001.1)]) == [.perform(.undo)])
    #expect(both.wake(at: 3000) == [.perform(.undo)])
  }

  @Test func `what goes on while a button is held ends with it, whatever else it is for`() {
    for held in [SinglePress.erase, .pan] {
      let what: PenButtons.HeldAction = held == .erase ? .erase : .pan
      let alone = buttons(held)
      #expect(alone.press(pen, .lower, at: 0) == [.begin(what)])
      #expect(alone.release(pen, .lower, at: 3) == [.end(what)])
      let both = buttons(held, .toggleEraser)
      #expect(both.press(pen, .lower, at: 0) == [])
      #expect(both.wake(at: 0.4) == [.begin(what)])
      #expect(both.release(pen, .lower, at: 3) == [.end(what)])
      // A short press asks for none of it.
      #expect(play(both, [(10, 10.1)]) == [])
    }
  }

  @Test func `a press of another button in between makes no double press`() {
    let buttons = Presses()
    var outputs = buttons.press(pen, .lower, at: 0)
    outputs += buttons.release(pen, .lower, at: 0.05)
    outputs += buttons.press(pen, .upper, at: 0.1)
    outputs += buttons.release(pen, .upper, at: 0.15)
    outputs += buttons.press(pen, .lower, at: 0.2)
    outputs += buttons.release(pen, .lower, at: 0.25)
    #expect(outputs == [])
    // Nor does that of another pen.
    outputs += buttons.press(StylusTool(.pen, serial: 2), .lower, at: 0.3)
    #expect(outputs == [])
  }

  @Test func `whatever begins ends, in any order of events`() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<2000 {
      let buttons = Presses()
      for button in StylusButton.allCases {
        buttons.map[button] = .init(
          single: SinglePress.allCases.randomElement(using: &random)!,
          double: DoublePress.allCases.randomElement(using: &random)!)
      }
      var going: [PenButtons.HeldAction: Int] = [:]
      var time = 0.0
      func take(_ outputs: [PenButtons.Output]) {
        for output in outputs {
          switch output {
          case .begin(let held): going[held, default: 0] += 1
          case .end(let held): going[held, default: 0] -= 1
          case .perform: break
          }
        }
        #expect(going.values.allSatisfy { $0 >= 0 })
      }
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        time += .random(in: 0...0.6, using: &random)
        let tool = StylusTool(.pen, serial: .random(in: 0...1, using: &random))
        let button = StylusButton.allCases.randomElement(using: &random)!
        switch Int.random(in: 0..<7, using: &random) {
        case 0...2: take(buttons.press(tool, button, at: time))
        case 3, 4: take(buttons.release(tool, button, at: time))
        case 5: take(buttons.wake(at: time))
        default: take(buttons.leave(tool))
        }
        if let deadline = buttons.deadline { #expect(deadline > time - 1e-9 || deadline <= time) }
      }
      take(buttons.reset())
      #expect(going.values.allSatisfy { $0 == 0 } && buttons.deadline == nil)
    }
  }

  @Test func `S36 the map comes back from its text, and damaged text is a fresh profile's`() {
    #expect(PenButtonMap.standard.text == "" && PenButtonMap(text: "") == .standard)
    var random = SeededGenerator(seed: 12)
    for _ in 0..<200 {
      var map = PenButtonMap()
      for button in StylusButton.allCases where random.once(in: 2) {
        map[button] = .init(
          single: SinglePress.allCases.randomElement(using: &random)!,
          double: DoublePress.allCases.randomElement(using: &random)!)
      }
      #expect(PenButtonMap(text: map.text) == map)
    }
    for text in ["lower", "lower=undo", "lower=fly,nothing", "nose=undo,nothing", "= ,", "lower=,"]
    {
      #expect(PenButtonMap(text: text) == .standard)
    }
  }
}

/// A dial that a test can ask within an expectation.
private final class Dial {
  private var dial: PadDial

  init(isRing: Bool) { dial = PadDial(isRing: isRing) }

  func move(to position: Double?) -> Int { dial.move(to: position) }
}

@Suite struct PadMapTests {
  @Test func `a pad's map comes back from its text, and damaged text is a fresh profile's`() {
    #expect(PadMap.standard.text == "" && PadMap(text: "") == .standard)
    var random = SeededGenerator(seed: 13)
    for _ in 0..<200 {
      var map = PadMap()
      map.ring = PadTurn.allCases.randomElement(using: &random)!
      map.strip = PadTurn.allCases.randomElement(using: &random)!
      for i in 0..<PadMap.buttons where random.once(in: 2) {
        map[i] = PadPress.allCases.randomElement(using: &random)!
      }
      #expect(PadMap(text: map.text) == map)
    }
    for text in ["9=undo", "-1=undo", "ring=up", "strip", "0=0", "=="] {
      #expect(PadMap(text: text) == .standard)
    }
  }

  @Test func `a ring turned once around is as many steps wherever it began, over the top too`() {
    var random = SeededGenerator(seed: 14)
    for _ in 0..<300 {
      let dial = Dial(isRing: true)
      let start = Double.random(in: 0..<1, using: &random)
      let travel = Double.random(in: -3...3, using: &random)
      let pieces = Int.random(in: 20...90, using: &random)
      #expect(dial.move(to: start) == 0)
      var steps = 0
      for i in 1...pieces {
        let at = start + travel * Double(i) / Double(pieces)
        steps += dial.move(to: at - at.rounded(.down))
      }
      #expect(abs(Double(steps) - travel * PadDial.stepsPerTurn) <= 1)
      // Lifted and put down elsewhere it has not turned.
      #expect(dial.move(to: nil) == 0)
      #expect(dial.move(to: .random(in: 0..<1, using: &random)) == 0)
    }
  }

  @Test func `a finger that lifts, and lands elsewhere, has turned nothing by that`() {
    for lift in [nil, 0.2] as [Double?] {
      let ring = Dial(isRing: true)
      #expect(ring.move(to: 0.1) == 0)
      #expect(ring.move(to: 0.2) == 2)
      #expect(ring.move(to: lift) == 0)
      #expect(ring.move(to: 0.6) == 0)
      #expect(ring.move(to: 0.65) == 1)
    }
  }

  @Test func `a strip has ends: from one to the other is its whole length`() {
    let strip = Dial(isRing: false)
    #expect(strip.move(to: 0) == 0)
    #expect(strip.move(to: 1) == Int(PadDial.stepsPerTurn))
    #expect(strip.move(to: 0.5) == -Int(PadDial.stepsPerTurn / 2))
  }
}
