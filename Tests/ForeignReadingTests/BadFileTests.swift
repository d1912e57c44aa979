import Foundation
import InkModel
import InkRendering
import ReaderProtocol
import RepositoryFiles
import Testing

@testable import ForeignReading

/// Damaged and malicious files, and readers that fail.
@Suite(.serialized) struct `Foreign files and readers that are bad` {
  /// All that can be asked of a file: each either answers or fails with an error of the list.
  private func askAll(_ bytes: [UInt8]) throws -> ForeignError? {
    let reader = try reader(of: bytes, patience: 30_000)
    do throws(ForeignError) {
      let facts = try reader.open()
      let sizes = try reader.sizes(of: 0..<facts.pageCount)
      #expect(sizes.count == facts.pageCount)
      for page in 0..<min(facts.pageCount, 4) {
        let (w, h) = (sizes[page].width, sizes[page].height)
        _ = try reader.render(
          page, in: Rect(x: 0, y: 0, width: w, height: h), scale: min(200 / max(w, h), 2))
        _ = try reader.text(of: page)
        _ = try reader.links(on: page)
      }
      _ = try reader.outline()
      if facts.kind == .shapes {
        _ = try reader.lines(
          in: Rect(x: 0, y: 0, width: facts.size.width, height: facts.size.height))
      }
      return nil
    } catch {
      return error
    }
  }

  private static let recursion: [[UInt8]] = [
    // A page tree that is its own child.
    Samples.document(objects: [
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [2 0 R] /Count 1 >>",
    ]),
    // A picture that paints itself.
    Samples.document(
      content: "/F Do", resources: "<< /XObject << /F 5 0 R >> >>",
      more: [
        "<< /Type /XObject /Subtype /Form /BBox [0 0 200 200] /Resources << /XObject << /F 5 0 R >> >> /Length 5 >>\nstream\n/F Do\nendstream"
      ]),
    // An outline without end.
    Samples.document(objects: [
      "<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >>",
      "<< /Type /Outlines /First 5 0 R /Last 5 0 R >>",
      "<< /Title (again) /Next 5 0 R /First 5 0 R >>",
    ]),
    // A length that refers to its own stream.
    Samples.document(objects: [
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] /Contents 4 0 R >>",
      "<< /Length 4 0 R >>\nstream\nq Q\nendstream",
    ]),
  ]

  private static let excess: [[UInt8]] = [
    // A page of a thousand kilometres, one of nothing, one that is no page.
    Samples.document(content: "0 0 9 9 re f", box: "[0 0 1e12 1e12]"),
    Samples.document(content: "0 0 9 9 re f", box: "[0 0 0 0]"),
    Samples.document(content: "0 0 9 9 re f", box: "[5 5 -5 nan]"),
    // Nested states without end.
    Samples.document(content: String(repeating: "q ", count: 200_000)),
    // A picture of 100,000 by 100,000 pixels that has no data.
    Samples.document(
      content: "200 0 0 200 0 0 cm /I Do", resources: "<< /XObject << /I 5 0 R >> >>",
      more: [
        "<< /Type /XObject /Subtype /Image /Width 100000 /Height 100000 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Length 4 >>\nstream\nabcd\nendstream"
      ]),
    // Many pages that are one.
    Samples.document(objects: [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [\(String(repeating: "3 0 R ", count: 4000))] /Count 4000 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >>",
    ]),
  ]

  /// The good document with bytes changed, cut off or doubled, the same each time.
  private static let mutated: [[UInt8]] = (0..<60).map { seed in
    var random = SplitMix(seed: UInt64(seed))
    var bytes = Samples.pages
    switch seed % 4 {
    case 0:
      for _ in 0..<(1 + seed) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
    case 1: bytes.removeLast(Int(random.next() % UInt64(bytes.count - 20)))
    case 2:
      let at = Int(random.next() % UInt64(bytes.count - 100))
      bytes.removeSubrange(at..<at + 1 + seed)
    default:
      let at = Int(random.next() % UInt64(bytes.count - 100))
      bytes.insert(contentsOf: bytes[at..<at + 100], at: Int(random.next() % UInt64(bytes.count)))
    }
    return bytes
  }

  @Test func `each of a corpus is shown, or refused with a reason, and harms nobody`() throws {
    let corpus = Self.mutated + Self.recursion + Self.excess
    #expect(corpus.count >= 60)
    var shown = 0
    for bytes in corpus {
      switch try askAll(bytes) {
      case nil: shown += 1
      case .refused, .crashed, .tooSlow: break
      case let other: Issue.record("\(String(describing: other))")
      }
    }
    // Poppler mends most of what is only a little damaged.
    #expect(shown > 10)
    // And the next file is read as ever.
    #expect(try reader(of: Samples.pages).open().pageCount == 3)
  }

  @Test func `pictures that are cut off or changed do likewise`() throws {
    for format in ["png", "jpeg", "tiff"] {
      let good = Samples.quarters(format)
      for seed in 0..<12 {
        var random = SplitMix(seed: UInt64(seed))
        var bytes = good
        if seed % 2 == 0 {
          bytes.removeLast(Int(random.next() % UInt64(bytes.count)))
        } else {
          for _ in 0..<seed {
            bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(
              truncatingIfNeeded: random.next())
          }
        }
        guard !bytes.isEmpty else { continue }
        switch try askAll(bytes) {
        case nil, .refused, .crashed, .tooSlow: break
        case let other: Issue.record("\(format) \(seed): \(String(describing: other))")
        }
      }
    }
  }

  @Test func `what is no file of a known format is refused as that`() throws {
    for bytes in [Array("Dear reader".utf8), [0, 1, 2, 3], Array("SQLite format 3\0".utf8)] {
      #expect(throws: ForeignError.refused(.unknownFormat)) { try reader(of: bytes).open() }
    }
    #expect(throws: ForeignError.refused(.damaged)) {
      try reader(of: Array("%PDF-1.7 and nothing else".utf8)).open()
    }
  }

  @Test func `documents without pages and with too many are refused as that`() throws {
    let none = Samples.document(objects: [
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 0 >>",
    ])
    #expect(throws: ForeignError.refused(.noPages)) { try reader(of: none).open() }
    let many = Samples.document(
      objects: [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [\((3..<10_003).map { "\($0) 0 R" }.joined(separator: " "))] /Count 10000 >>",
      ] + (0..<10_000).map { _ in "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >>" })
    #expect(throws: ForeignError.refused(.tooLarge)) { try reader(of: many).open() }
  }

  @Test func `an encrypted document opens with its password alone`() throws {
    let bytes = try [UInt8](
      Data(contentsOf: Repository.url("Tests/Fixtures/foreign/encrypted.pdf")))
    let reader = try reader(of: bytes)
    #expect(throws: ForeignError.refused(.encrypted)) { try reader.open() }
    #expect(throws: ForeignError.refused(.encrypted)) { try reader.open(password: "guess") }
    #expect(try reader.open(password: "secret").pageCount == 3)
  }

  // MARK: Readers

  @Test func `a reader that is not there, is killed, hangs or babbles is an error`() throws {
    #expect(throws: ForeignError.noReader) {
      try reader(of: Samples.pages, program: "/nowhere/plumbago-reader")
    }
    let killed = try reader(of: Samples.pages)
    _ = try killed.open()
    kill(killed.pid, SIGKILL)
    #expect(throws: ForeignError.crashed) { try killed.outline() }
    #expect(throws: ForeignError.crashed) { try killed.outline() }
    let folder = try TemporaryFolder()
    func script(_ text: String) throws -> String {
      try folder.write("#!/bin/sh\n" + text, to: UUID().uuidString, executable: true).path
    }
    func scripted(_ text: String, patience: Int = ReaderProcess.patience) throws -> ReaderProcess {
      let program = try script(text)
      for _ in 0..<200 {
        // Another test's process that was made while the script was written has it open for a moment: until then no system
        // starts it.
        do {
          return try reader(of: Samples.pages, program: program, patience: patience)
        } catch ForeignError.noReader {
          usleep(20_000)
        }
      }
      throw ForeignError.noReader
    }
    let gone = try scripted("exit 0")
    #expect(throws: ForeignError.crashed) { try gone.open() }
    let slow = try scripted("sleep 60", patience: 300)
    #expect(throws: ForeignError.tooSlow) { try slow.open() }
    // An endless stream of letters is no message; nor is one whose length is right.
    let loud = try scripted("yes >&3")
    #expect(throws: ForeignError.garbage) { try loud.open() }
    let wrong = try scripted("printf '\\004\\000\\000\\000\\377abc' >&3; sleep 60")
    #expect(throws: ForeignError.garbage) { try wrong.open() }
  }

  @Test func `a reader has given up its rights, filters its calls and ends with its user`() throws {
    let reader = try reader(of: Samples.pages)
    _ = try reader.open()
    let status = try String(contentsOfFile: "/proc/\(reader.pid)/status", encoding: .utf8)
    func value(_ name: String) -> String? {
      status.split(separator: "\n").first { $0.hasPrefix(name + ":") }?
        .split(separator: "\t").last.map(String.init)
    }
    #expect(value("NoNewPrivs") == "1")
    // 2 is a filter of system calls.
    #expect(value("Seccomp") == "2")
    let pid = reader.pid
    reader.end()
    #expect(kill(pid, 0) != 0)
  }

  /// Whether the kernel can keep a process from files; older ones cannot.
  private static let closesFiles: Bool = {
    // `landlock_create_ruleset`, asked for its version.
    let call = "ctypes.CDLL(None).syscall(444, None, 0, 1)"
    let run = try? Command.run(["python3", "-c", "import ctypes, sys; sys.exit(\(call) < 1)"])
    return run?.status == 0
  }()

  @Test(arguments: [
    ("internet", EPERM), ("local socket", EPERM), ("process", EPERM), ("program", EPERM),
    ("writing", EACCES), ("reading", EACCES),
  ])
  func `a reader has no network, starts nothing, and neither writes nor reads people's files`(
    thing: String, error: Int32
  ) throws {
    if thing == "reading", !Self.closesFiles { return }
    let home = try TemporaryFolder()
    let file = home.url.appending(path: "letter")
    if thing == "reading" { try home.write("Dear Ada", to: "letter") }
    let probe = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "SandboxProbe").path
    func attempt(_ side: String) throws -> Command {
      try Command.run([probe, side, thing, file.path], environment: ["HOME": home.url.path])
    }
    let inside = try attempt("inside")
    #expect(inside.status == error, "\(inside)")
    if thing == "writing" { #expect(!FileManager.default.fileExists(atPath: file.path)) }
    // The very same is allowed to other programs.
    let outside = try attempt("outside")
    #expect(outside.status == 0, "\(outside)")
    if thing == "writing" { #expect(FileManager.default.fileExists(atPath: file.path)) }
  }
}

/// Random numbers that are the same each time.
struct SplitMix {
  var state: UInt64
  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
