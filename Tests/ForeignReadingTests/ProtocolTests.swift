import ReaderProtocol
import Testing

/// What app and reader say to each other.
@Suite struct `Messages of the reader's protocol` {
  private static let requests: [ReaderRequest] = [
    .open(password: ""), .open(password: "pässword"), .sizes(first: 3, count: 4), .outline,
    .links(page: 5), .text(page: 0),
    .render(RenderedPart(page: 1, x: -2.5, y: 3, scale: 1.25, width: 256, height: 10)),
  ]

  private static let replies: [ReaderReply] = [
    .opened(
      ForeignFacts(
        kind: .pixels, mediaType: "image/png", pageCount: 1,
        size: ForeignSize(width: 3, height: 4), isUpright: false, title: "T")),
    .sizes([ForeignSize(width: 1, height: 2), ForeignSize(width: 3, height: 4)]), .rendered,
    .outline([
      OutlineEntry(level: 0, title: "A", page: nil), OutlineEntry(level: 1, title: "", page: 7),
    ]),
    .links([
      ForeignLink(box: ForeignBox(x: 1, y: 2, width: 3, height: 4), target: .page(2)),
      ForeignLink(box: ForeignBox(x: 1, y: 2, width: 3, height: 4), target: .address("x:y")),
    ]),
    .text(ForeignText(text: "a", boxes: [ForeignBox(x: 0, y: 0, width: 1, height: 1)])),
    .failed(.encrypted),
  ]

  @Test func `come back from their bytes`() throws {
    for request in Self.requests { #expect(try ReaderRequest(request.bytes) == request) }
    for reply in Self.replies { #expect(try ReaderReply(reply.bytes) == reply) }
  }

  @Test func `cut short, made longer or changed are other messages or none, and never a trap`() {
    for bytes in Self.requests.map(\.bytes) + Self.replies.map(\.bytes) {
      for count in 0..<bytes.count {
        #expect(throws: MessageError.self) { try ReaderRequest(Array(bytes[..<count])) }
        #expect(throws: MessageError.self) { try ReaderReply(Array(bytes[..<count])) }
      }
      for i in bytes.indices {
        for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
          var changed = bytes
          changed[i] = value
          _ = try? ReaderRequest(changed)
          _ = try? ReaderReply(changed)
        }
      }
      #expect(throws: MessageError.self) { try ReaderRequest(bytes + [0]) }
      #expect(throws: MessageError.self) { try ReaderReply(bytes + [0]) }
    }
  }

  @Test func `ask for no more pixels than fit into the shared memory`() {
    let part = RenderedPart(page: 0, x: 0, y: 0, scale: 1, width: 8192, height: 8192)
    #expect(throws: MessageError.self) { try ReaderRequest(ReaderRequest.render(part).bytes) }
  }
}
