import InkModel
import InkStore

/// Ink that may yet turn out to be a palm's: drawn at once and safe in the file, but no step.
///
/// 1. A finger lifts: its stroke stays as it is, in ``held``, and the file gets it as a note beside
///    the history, which a crash leaves there.
/// 2. ``settle(_:)`` makes a step of it, as lifting does for a pen; or a `cancelled` takes it away,
///    note and all, and neither undo nor what could be redone knows of it.
/// 3. ``recover()`` makes steps of what a crash has left.
///
/// Whatever undoes, redoes or needs the drawing as it is settles everything first.
extension CanvasSession {
  /// A finger lifted.
  func hold(_ contact: ContactID, into update: inout CanvasUpdate) {
    eraseToTip(contact, into: &update)
    guard wet[contact] != nil || isErasing(contact) else { return }
    held.append(contact)
    update.eraserMoved = true
    update.historyChanged = true
    noteHeld(into: &update)
  }

  /// Takes a contact off ``held``, where it is on it.
  ///
  /// - Returns: Whether it was.
  @discardableResult
  func letGo(of contact: ContactID, into update: inout CanvasUpdate) -> Bool {
    guard let i = held.firstIndex(of: contact) else { return false }
    held.remove(at: i)
    update.historyChanged = true
    noteHeld(into: &update)
    return true
  }

  /// What ``undo()`` would take back; provisional ink counts.
  public var undoLabel: EditLabel? {
    guard let last = held.last else { return history.undoLabel }
    return isErasing(last) ? .erase : .draw
  }

  /// What a contact has left is meant: it becomes a step.
  public func settle(_ contact: ContactID) -> CanvasUpdate {
    held.contains(contact) ? end(contact) : CanvasUpdate()
  }

  /// All that is provisional becomes steps, in the order in which it was drawn.
  public func settleAll() -> CanvasUpdate {
    var update = CanvasUpdate()
    for contact in held { update.merge(end(contact)) }
    return update
  }

  /// Makes steps of provisional ink that was in the file when it was opened.
  public func recover() -> CanvasUpdate {
    var update = CanvasUpdate()
    guard let found = foundProvisional, !isReadOnly else { return update }
    foundProvisional = nil
    for stroke in ProvisionalInk.strokes(in: found) { keep(stroke, into: &update) }
    update.commands.append(.setMetadata(.provisionalInk, nil))
    return update
  }

  /// Keeps the file's note of what is held true.
  private func noteHeld(into update: inout CanvasUpdate) {
    let text = ProvisionalInk.text(held.compactMap { wet[$0] })
    guard text != keptProvisional else { return }
    keptProvisional = text
    update.commands.append(.setMetadata(.provisionalInk, text))
  }
}

extension MetadataKey {
  /// Strokes that were drawn and not yet meant when the file was written, as ``ProvisionalInk``
  /// writes them; a file at rest has none.
  static let provisionalInk = MetadataKey(rawValue: "provisional-ink")
}

/// Strokes of fingers as text, for the moment in which nothing else holds them.
///
/// For each stroke a line `stroke SEED BRUSH VERSION COLOR SIZE STABILIZER`, then its samples as a
/// ``InkModel/StylusRecording``. Whatever cannot be read is left out: it is the ink of half a second.
enum ProvisionalInk {
  /// `nil` for no strokes.
  static func text(_ strokes: [WetStroke]) -> String? {
    guard !strokes.isEmpty else { return nil }
    return strokes.map { stroke in
      let ink = stroke.ink
      var recording = StylusRecording(width: 1, height: 1)
      for (i, sample) in stroke.samples.enumerated() {
        recording.records.append(
          .init(i == 0 ? .down : .move, tool: stroke.tool, sample: sample))
      }
      return "stroke \(stroke.seed) \(ink.brush) \(ink.brushVersion) \(ink.color.hex) \(ink.size)"
        + " \(stroke.stabilizer.strength)\n" + recording.text
    }.joined(separator: "\n")
  }

  static func strokes(in text: String) -> [WetStroke] {
    var strokes: [WetStroke] = []
    var lines: [Substring] = []
    func finish() {
      guard let head = lines.first?.split(separator: " "), head.count == 7,
        let seed = UInt32(head[1]), let version = Int(head[3]), let color = Color(hex: head[4]),
        let size = Double(head[5]), size.isFinite, size > 0, let strength = Double(head[6]),
        let recording = try? StylusRecording(
          parsing: lines.dropFirst().joined(separator: "\n"))
      else { return }
      for stroke in recording.strokes {
        let ink = Ink(brush: String(head[2]), brushVersion: version, color: color, size: size)
        var wet = WetStroke(
          tool: stroke.tool, ink: ink, seed: seed, stabilizer: Stabilizer(strength))
        wet.append(stroke.samples)
        strokes.append(wet)
      }
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("stroke ") {
        finish()
        lines = []
      }
      lines.append(line)
    }
    finish()
    return strokes
  }
}
