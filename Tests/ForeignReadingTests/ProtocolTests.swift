import ReaderProtocol
import Testing

/// What app and reader say to each other.
@Suite struct `Messages of the reader's protocol` {
  private static let requests: [ReaderRequest] = [
    .open(password: ""), .open(password: "pässword"), .sizes(first: 3, count: 4), .outline,
    .links(page: 5), .text(page: 0),
    .render(RenderedPart(page: 1, x: -2.5, y: 3, scale: 1.25, width: 256, height: 10)),
    .give([1, 2, 255]), .annotate(password: "p", planBytes: 7), .findInk(password: ""),
    .removeInk(password: "", [0, 3]), .result(offset: 12),
    .lines(in: ForeignBox(x: 1, y: -2, width: 3, height: 4)),
  ]

  private static let replies: [ReaderReply] = [
    .opened(
      ForeignFacts(
        kind: .pixels, mediaType: "image/png", pageCount: 1,
        size: ForeignSize(width: 3, height: 4), resolution: 299.5, isUpright: false, title: "T")),
    .sizes([ForeignSize(width: 1, height: 2), ForeignSize(width: 3, height: 4)]), .rendered,
    .outline([
      OutlineEntry(level: 0, title: "A", page: nil), OutlineEntry(level: 1, title: "", page: 7),
    ]),
    .links([
      ForeignLink(box: ForeignBox(x: 1, y: 2, width: 3, height: 4), target: .page(2)),
      ForeignLink(box: ForeignBox(x: 1, y: 2, width: 3, height: 4), target: .address("x:y")),
    ]),
    .text(ForeignText(text: "a", boxes: [ForeignBox(x: 0, y: 0, width: 1, height: 1)])),
    .failed(.encrypted), .taken, .part(5),
    .written(WrittenDocument(byteCount: 9, pageCount: 2, wasSigned: true)),
    .found(
      [
        FoundAnnotation(
          page: 1, transform: ForeignTransform(1, 0.5, 0, 1, -3, 4), byteCount: 8, layer: 0)
      ], layers: [DocumentLayer(title: "L", name: "L")]),
    .lines([
      ForeignLine(points: [.init(x: 1.5, y: -2)], width: 0.25, color: 0x1234_5678),
      ForeignLine(points: [.init(x: 0, y: 0), .init(x: 3, y: 4)], width: 2, color: 0xFF),
    ]),
  ]

  private static let plan: AnnotationPlan = {
    var page = PlannedPage(.other(document: 0, page: 3))
    page.content = PlannedContent(
      seenFromSheet: ForeignTransform(0, 1, -1, 0, 4, 5), below: 2,
      layers: [PlannedLayer(appearance: 3, layer: 0), PlannedLayer(appearance: 4)],
      isCutToSheet: true, unit: 1.5,
      words: [PlannedWord(text: "Wörter", sheetFromWord: ForeignTransform(9, 0, 0, -8, 1, 2))])
    var plan = annotations
    plan.companionBytes = 12
    plan.documents = [PlannedDocument(byteCount: 7, password: "p")]
    plan.layers = [DocumentLayer(title: "Ebene 1", name: "", opacity: 0.5, isLocked: true)]
    plan.pages[0].annotations[0].layer = 0
    plan.pages.append(page)
    plan.labels = ["iv", ""]
    return plan
  }()

  private static let annotations = AnnotationPlan(
    pages: [
      PlannedPage(
        .own(2), quarterTurns: 3,
        annotations: [
          PlannedAnnotation(
            .ink, appearance: 4, box: ForeignBox(x: 1, y: 2, width: 3, height: 4),
            lines: [[1, 2, 3, 4], []], color: [1, 0.5, 0, 1], width: 2, name: "n", text: "ä",
            data: [0, 255])
        ]),
      PlannedPage(.added(0)),
    ], date: "D:20260101000000Z")

  @Test func `carry a plan of annotations whole, and none that was spoiled`() throws {
    #expect(try AnnotationPlan(Self.plan.bytes) == Self.plan)
    spoil(Self.plan.bytes) { bytes throws(MessageError) in _ = try AnnotationPlan(bytes) }
  }

  @Test func `come back from their bytes`() throws {
    for request in Self.requests { #expect(try ReaderRequest(request.bytes) == request) }
    for reply in Self.replies { #expect(try ReaderReply(reply.bytes) == reply) }
  }

  @Test func `cut short, made longer or changed are other messages or none, and never a trap`() {
    for request in Self.requests {
      spoil(request.bytes) { bytes throws(MessageError) in _ = try ReaderRequest(bytes) }
    }
    for reply in Self.replies {
      spoil(reply.bytes) { bytes throws(MessageError) in _ = try ReaderReply(bytes) }
    }
  }

  private func spoil(_ bytes: [UInt8], read: ([UInt8]) throws(MessageError) -> Void) {
    for count in 0..<bytes.count {
      #expect(throws: MessageError.self) { try read(Array(bytes[..<count])) }
    }
    #expect(throws: MessageError.self) { try read(bytes + [0]) }
    for i in bytes.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var changed = bytes
        changed[i] = value
        try? read(changed)
      }
    }
  }

  @Test func `ask for no more pixels than fit into the shared memory`() {
    let part = RenderedPart(page: 0, x: 0, y: 0, scale: 1, width: 8192, height: 8192)
    #expect(throws: MessageError.self) { try ReaderRequest(ReaderRequest.render(part).bytes) }
  }
}
