import InkModel
import InkStore

/// Plays a recording into a session, as the hand that made it did.
public struct StylusReplay {
  private let session: CanvasSession

  /// The recording's canvas points are the session's, whatever its view.
  public init(_ session: CanvasSession) {
    self.session = session
  }

  /// Plays all of it; returns what the file has to be told.
  public func play(_ recording: StylusRecording) -> [StoreCommand] {
    let widgetFromCanvas = session.viewport.widgetFromCanvas
    var commands: [StoreCommand] = []
    var open: Set<StylusTool> = []
    for record in recording.records {
      let contact = ContactID(record.tool)
      let sample = record.sample.mapped(by: widgetFromCanvas)
      let inputs: [StylusInput]
      switch record.phase {
      case .hover: inputs = open.remove(record.tool) != nil ? [.lost(contact)] : []
      case .down:
        open.insert(record.tool)
        inputs = [.down(contact, tip: sample), .move(contact, settled: [sample], tip: nil)]
      case .move: inputs = [.move(contact, settled: [sample], tip: nil)]
      case .up:
        open.remove(record.tool)
        // The sample at lifting repeats the last one.
        inputs = [.up(contact, settled: [])]
      case .out: inputs = open.remove(record.tool) != nil ? [.lost(contact)] : []
      }
      for input in inputs { commands += session.handle(input).commands }
    }
    for tool in open { commands += session.handle(.lost(ContactID(tool))).commands }
    return commands
  }
}
