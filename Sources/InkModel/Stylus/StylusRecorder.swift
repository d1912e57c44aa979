/// Makes a ``StylusRecording`` of the canvas's input, stroke by stroke.
///
/// It takes the same input as the canvas: positions with their own axes, not the raw reports. A stroke
/// is recorded as down, moves and up, at the samples that settled.
public struct StylusRecorder: Sendable {
  private var recording: StylusRecording
  private var start: Double?
  /// The last sample of each open contact, `nil` before the first.
  private var open: [ContactID: StylusSample?] = [:]

  /// For a canvas of a size in canvas points.
  public init(width: Double, height: Double) {
    recording = StylusRecording(width: width, height: height)
  }

  /// What was recorded; a stroke in progress ends here.
  public var result: StylusRecording {
    var whole = self
    for contact in open.keys { whole.close(contact, .out) }
    return whole.recording
  }

  public mutating func record(_ input: StylusInput, canvasFromWidget: AffineTransform) {
    switch input {
    case .down(let contact, _):
      close(contact, .out)
      open[contact] = .some(nil)
    case .move(let contact, let settled, _):
      take(contact, settled, canvasFromWidget)
    case .up(let contact, let settled):
      take(contact, settled, canvasFromWidget)
      close(contact, .up)
    case .lost(let contact), .cancelled(let contact):
      close(contact, .out)
    }
  }

  public mutating func recordHover(
    _ tool: StylusTool, _ sample: StylusSample, canvasFromWidget: AffineTransform
  ) {
    append(.hover, tool, sample.mapped(by: canvasFromWidget))
  }

  private mutating func take(
    _ contact: ContactID, _ settled: [StylusSample], _ canvasFromWidget: AffineTransform
  ) {
    guard var last = open[contact] else { return }
    for sample in settled {
      let mapped = sample.mapped(by: canvasFromWidget)
      append(last == nil ? .down : .move, contact.tool, mapped)
      last = mapped
    }
    open[contact] = .some(last)
  }

  private mutating func close(_ contact: ContactID, _ phase: StylusRecording.Phase) {
    guard let last = open.removeValue(forKey: contact), let last else { return }
    append(phase, contact.tool, last)
  }

  private mutating func append(
    _ phase: StylusRecording.Phase, _ tool: StylusTool, _ sample: StylusSample
  ) {
    var sample = sample
    let zero = start ?? sample.time
    start = zero
    sample.time = max(sample.time - zero, 0)
    recording.records.append(.init(phase, tool: tool, sample: sample))
  }
}
