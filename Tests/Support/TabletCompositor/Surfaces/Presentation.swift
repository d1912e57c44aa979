import CWaylandServer

/// `wp_presentation`: tells clients when their commits were shown.
final class PresentationObject: ProtocolObject {
  init(_ server: Server, client: OpaquePointer, version: Int, id: UInt32) {
    super.init(server, client: client, cwayland_wp_presentation(), version: version, id: id)
    if let resource { wp_presentation_send_clock_id(resource, UInt32(CLOCK_MONOTONIC)) }
  }

  override func handle(_ request: Request) {
    switch request.name {
    case "feedback":
      let feedback = PresentationFeedback(server, client: client, id: request.newID(1))
      request.object(0, as: Surface.self)?.addFeedback(feedback)
    default: super.handle(request)
    }
  }
}

/// A `wp_presentation_feedback`: one event, then it is gone.
final class PresentationFeedback: ProtocolObject {
  init(_ server: Server, client: OpaquePointer, id: UInt32) {
    super.init(server, client: client, cwayland_wp_presentation_feedback(), version: 1, id: id)
  }

  /// `time` in seconds on the monotonic clock, `refresh` in seconds.
  func presented(at time: Double, refresh: Double, sequence: UInt64) {
    guard let resource else { return }
    for output in server.output.resources(of: client) {
      wp_presentation_feedback_send_sync_output(resource, output)
    }
    let seconds = UInt64(time)
    wp_presentation_feedback_send_presented(
      resource, UInt32(truncatingIfNeeded: seconds >> 32), UInt32(truncatingIfNeeded: seconds),
      UInt32((time - Double(seconds)) * 1e9), UInt32(refresh * 1e9),
      UInt32(truncatingIfNeeded: sequence >> 32), UInt32(truncatingIfNeeded: sequence), 0)
    destroy()
  }

  func discarded() {
    guard let resource else { return }
    wp_presentation_feedback_send_discarded(resource)
    destroy()
  }
}
