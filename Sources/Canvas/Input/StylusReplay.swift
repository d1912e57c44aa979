import InkModel
import InkStore

/// Plays a recording into a session, with the input that was recorded.
public struct StylusReplay {
  private let session: CanvasSession

  /// The recording's canvas points are the session's, whatever its view.
  public init(_ session: CanvasSession) {
    self.session = session
  }

  /// Plays all of it; returns the commands for the file.
  public func play(_ recording: StylusRecording) -> [StoreCommand] {
    let widgetFromCanvas = session.viewport.widgetFromCanvas
    var commands: [StoreCommand] = []
    /// Tools that are down, and the last position of each.
    var open: [StylusTool: Point] = [:]
    for record in recording.records {
      let contact = ContactID(record.tool)
      let sample = record.sample.mapped(by: widgetFromCanvas)
      let inputs: [StylusInput]
      switch record.phase {
      case .hover: inputs = open.removeValue(forKey: record.tool) != nil ? [.lost(contact)] : []
      case .down:
        open[record.tool] = record.sample.position
        inputs = [.down(contact, tip: sample), .move(contact, settled: [sample], tip: nil)]
      case .move:
        if open[record.tool] != nil { open[record.tool] = record.sample.position }
        inputs = [.move(contact, settled: [sample], tip: nil)]
      case .up:
        // The sample at lifting may repeat the last one, as in recordings of this app.
        let last = open.removeValue(forKey: record.tool)
        inputs = [.up(contact, settled: last == record.sample.position ? [] : [sample])]
      case .out: inputs = open.removeValue(forKey: record.tool) != nil ? [.lost(contact)] : []
      }
      for input in inputs { commands += session.handle(input).commands }
    }
    for tool in open.keys { commands += session.handle(.lost(ContactID(tool))).commands }
    return commands
  }
}
