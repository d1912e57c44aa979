import Canvas
import Exchange
import Glibc
import Handwriting
import InkModel
import InkRendering
import InkStore
import InkTestSupport

extension Fuzzer {
  /// A recording with words and bytes changed, replayed where it can be read.
  @Sendable static func recordings(_ g: inout SeededGenerator, _ folder: Folder) async throws {
    var ink = RandomInk(seed: g.next())
    var recording = StylusRecording(width: 800, height: 600)
    var start = 0.0
    for tool in [StylusTool(.pen), StylusTool(.eraser), StylusTool(.finger), StylusTool(.pen)] {
      let samples = ink.samples(.random(in: 2...20, using: &g), near: Point(200, 200), tool: tool)
      for (i, sample) in samples.enumerated() {
        var later = sample
        later.time += start
        let phase: StylusRecording.Phase =
          i == 0 ? .down : i + 1 < samples.count ? .move : g.once(in: 4) ? .out : .up
        recording.records.append(.init(phase, tool: tool, sample: later))
      }
      start = (recording.records.last?.sample.time ?? 0) + 0.1
    }
    var bytes = Array(recording.text.utf8)
    Mutation.changeText(&bytes, &g)
    try folder.write(bytes, "a.stylus")
    guard let read = try? StylusRecording(parsing: String(decoding: bytes, as: UTF8.self)) else {
      return
    }
    guard (try? StylusRecording(parsing: read.text)) == read else {
      throw Failure("a recording is another one when it is written and read again")
    }
    let store = try await DocumentStore.open(folder["a.plumbago"])
    let session = CanvasSession(.empty)
    let replay = StylusReplay(session)
    try await store.perform(replay.play(read))
    let contents = try await store.load()
    guard contents.refusedElements.isEmpty, contents.drawing == session.drawing else {
      throw Failure("what a recording draws is not what its file shows")
    }
    try await store.close()
    try use(contents, &g)
  }

  /// Recorded gestures with words and bytes changed.
  @Sendable static func gestures(_ g: inout SeededGenerator, _ folder: Folder) async throws {
    var recording = GestureRecording(hand: g.once(in: 2) ? "é \"left\"" : "")
    if g.once(in: 2) { recording.screen = GestureRecording.Size(width: 344, height: 194.5) }
    let phases: [(GestureRecording.Phase, Int)] = [(.began, 1), (.moved, 3), (.ended, 1)]
    for gesture in GestureRecording.asked {
      if g.once(in: 3) { continue }
      var events: [GestureRecording.Event] = []
      var time = 0.0
      for (phase, count) in phases {
        for _ in 0..<count {
          for touch in 0..<UInt(gesture.fingers) {
            let p = Point(.random(in: -50...900, using: &g), .random(in: -50...600, using: &g))
            let position = phase == .ended ? nil : p
            events.append(GestureRecording.Event(phase, touch, time, at: position))
          }
          time += .random(in: 0...20, using: &g)
        }
      }
      recording.takes.append(GestureRecording.Take(gesture, events))
    }
    guard (try? GestureRecording(parsing: recording.text)) == recording else {
      throw Failure("recorded gestures cannot be read as they were written")
    }
    var bytes = Array(recording.text.utf8)
    Mutation.changeText(&bytes, &g)
    try folder.write(bytes, "a.jsonl")
    guard let read = try? GestureRecording(parsing: String(decoding: bytes, as: UTF8.self)) else {
      return
    }
    guard (try? GestureRecording(parsing: read.text)) == read else {
      throw Failure("recorded gestures are others when they are written and read again")
    }
  }

  /// A line of ink as JSON with words and bytes changed.
  @Sendable static func lines(_ g: inout SeededGenerator, _ folder: Folder) async throws {
    var line =
      #"{"id":{"a":[1,"\u00e9 \ud83d\ude00",true]},"t":"tin","s":[[10,10,3,-4,5,6],[1,2],[]]}"#
    if g.once(in: 2) { line = #"{"s":[[0,0,1e3,2.5,-3,4]],"id":"x"}"# }
    var bytes = Array(line.utf8)
    Mutation.changeText(&bytes, &g)
    try folder.write(bytes, "line.json")
    guard let ink = try? InkLine(String(decoding: bytes, as: UTF8.self)) else { return }
    if let id = ink.id {
      // The answer to a line is one that can be read, too.
      let answer = try? InkLine(#"{"id": \#(id), "s": []}"#)
      guard answer?.id == id else { throw Failure("the id \(id) is no JSON") }
    }
    for stroke in ink.strokes where stroke.points.contains(where: { !$0.isFinite }) {
      throw Failure("a point is no number")
    }
  }

  /// Elements on the clipboard, with bytes changed and the checksum made right again.
  @Sendable static func clips(_ g: inout SeededGenerator, _ folder: Folder) async throws {
    var document = RandomDocument(seed: g.next())
    document.erasesInPart = true
    document.lengths = 1...12
    while document.drawing.count < 3 { _ = document.next() }
    var elements = Array(document.drawing.elements.prefix(6))
    if g.once(in: 2) { elements[0] = wild(elements[0], &g) }
    let known = Dictionary(document.contents.map { ($0.id, $0) }) { $1 }
    var blobs: [BlobID: InkClip.Blob] = [:]
    for i in 0..<Int.random(in: 0...2, using: &g) {
      let blob = InkClip.Blob(
        type: "image/png",
        bytes: [UInt8](repeating: UInt8(i), count: .random(in: 0...40, using: &g)))
      blobs[blob.id] = blob
      elements.append(
        Element(
          id: ElementID(Int64(1000 + i)), order: .first,
          kind: .other(PlacedPicture(blob: blob.id, width: 40, height: 30))))
    }
    var bytes = InkClip(elements, contents: known, blobs: blobs).data
    if !g.once(in: 4) {
      bytes.removeLast(4)
      Mutation.change(&bytes, times: 1...5, &g)
      bytes += lowestFirst(checksum(bytes))
    }
    try folder.write(bytes, "clip")
    guard let clip = InkClip(data: bytes, kinds: .complete) else { return }
    let session = CanvasSession(.empty)
    let store = try await DocumentStore.open(folder["a.plumbago"], kinds: .complete)
    for blob in clip.blobs {
      let draft = try await store.beginBlob(type: blob.type)
      try await store.append(blob.bytes, to: draft)
      guard try await store.finish(draft) == blob.id else {
        throw Failure("bytes of a clip are others than it says")
      }
    }
    session.viewport.width = 800
    session.viewport.height = 600
    try await store.perform(session.paste(clip, at: Point(100, 100)).commands)
    let contents = try await store.load()
    guard contents.refusedElements.isEmpty, contents.drawing == session.drawing else {
      throw Failure("what is pasted is not what its file shows")
    }
    try await store.close()
    try use(contents, &g)
  }

  /// A file of another program with words and bytes changed, made into a drawing where it can be read.
  @Sendable static func exchange(_ g: inout SeededGenerator, _ folder: Folder) async throws {
    var document = RandomDocument(seed: g.next())
    document.lengths = 1...12
    while document.drawing.count < 3 { _ = document.next() }
    let other = ExchangeDocument(document.drawing, title: "a", for: .inkML)
    var bytes = try ExchangeFormat.inkML.write(other) { _ in nil }
    if g.once(in: 2) {
      bytes = Array(
        """
        <xournal fileversion="4"><title>a</title><page width="300" height="400">
        <background type="solid" color="#fff5c0ff" style="graph" config="r1=20"/>
        <layer name="b"><stroke tool="pen" color="#ff0000ff" width="2 1 3">1 2 30 40 50.5 6e1</stroke>
        <text font="Sans Bold" size="12" x="1" y="2" color="blue">c &amp; d</text></layer>
        <layer><image left="1" top="2" right="3" bottom="4">iVBORw0KGgo=</image></layer></page>
        <page width="1" height="2"><background type="pdf" domain="attach" filename="bg.pdf" pageno="3"/></page></xournal>
        """.utf8)
    }
    Mutation.changeText(&bytes, &g)
    if g.once(in: 8) {
      bytes = try ExchangeFormat.xournal.write(other) { _ in nil }
      Mutation.change(&bytes, times: 1...5, &g)
    }
    try folder.write(bytes, "a.xopp")
    guard let read = try? ExchangeFormat.read(bytes) else { return }
    for format in ExchangeFormat.allCases { _ = try format.write(read) { _ in [1, 2, 3] } }
    let drawing = read.drawing()
    let store = try await DocumentStore.open(folder["a.plumbago"])
    if let command = drawing.command { try await store.perform([command]) }
    let contents = try await store.load()
    guard contents.refusedElements.isEmpty,
      contents.drawing == Drawing(drawing.elements, settings: drawing.settings)
    else { throw Failure("what is read is not what its file shows") }
    try await store.close()
    try use(contents, &g)
  }

  /// Each subcommand there is.
  static let subcommands = [
    "info", "export", "thumbnail", "replay", "recover", "convert", "annotate", "recognize",
    "index", "search",
  ]

  /// What may follow a subcommand: each option there is, values of them, and files.
  static let usualWords = [
    "a.plumbago", "a.stylus", "out.png", "out.svg", "out.pdf", "b.plumbago", "a.xopp", "b.inkml",
    "--json", "--jsonl", "--scale", "--dark", "--page", "--margins", "grow", "clip",
    "--no-pattern", "--transparent", "--no-text", "--language", "en", "--context", "line", "--top",
    "3", "--ink",
    "--password-file", "--folder", "--size", "64", "--help", "--version", "-", ".", "/dev/null",
    "/", "",
  ]

  /// A command line of random words; the program is `PLUMBAGO_BINARY`.
  @Sendable static func commands(_ g: inout SeededGenerator, _ folder: Folder) async throws {
    guard let program = getenv("PLUMBAGO_BINARY").map({ String(cString: $0) }) else {
      throw Failure("PLUMBAGO_BINARY is not set")
    }
    try folder.write(Array("plumbago-stylus 1\n".utf8), "a.stylus")
    if g.once(in: 2) {
      var document = RandomDocument(seed: g.next())
      document.lengths = 1...12
      let store = try await DocumentStore.open(folder["a.plumbago"])
      if case .commit(let step, let edit) = document.next() {
        try await store.perform([.commit(step: step, edit: edit)])
      }
      try await store.close()
    }
    var words = [subcommands.randomElement(using: &g) ?? ""]
    for _ in 0..<Int.random(in: 0...6, using: &g) {
      words.append(g.once(in: 4) ? Mutation.word(&g) : usualWords.randomElement(using: &g) ?? "")
    }
    // Arguments end at a zero byte.
    words = words.map { String($0.prefix { $0 != "\0" }) }
    // Nothing is written elsewhere, and to search all of a machine takes longer than an input may.
    for i in words.indices.dropFirst()
    where words[i].hasPrefix("../") || (words[i] == "/" && words[i - 1] == "--folder") {
      words[i] = "."
    }
    try folder.write(Array(words.joined(separator: "\n").utf8), "words")
    let status = try Self.run([program] + words, in: folder.path)
    guard [0, 1, 2].contains(status) else { throw Failure("\(words) ended with \(status)") }
  }

  /// Runs a program with nothing to read and nowhere to draw; 128 + N where signal N ended it.
  private static func run(_ words: [String], in folder: String) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, 2, folder + "/messages", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    let there = ["/usr/bin/env", "-C", folder] + words
    var arguments = there.map { strdup($0) } + [nil]
    defer { for word in arguments { free(word) } }
    var process: pid_t = 0
    guard posix_spawn(&process, there[0], &actions, nil, &arguments, environ) == 0 else {
      throw Failure("\(words[0]) cannot be run")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
  }
}
