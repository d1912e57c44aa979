import Canvas
import InkModel
import InkTestSupport
import Testing

@testable import Exchange

@Suite struct HostileFileTests {
  private func error(_ text: String) -> ExchangeError? {
    do {
      _ = try ExchangeFormat.read(Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test func `what declares entities is refused before they are read`() {
    let bomb = """
      <?xml version="1.0"?>
      <!DOCTYPE xournal [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
      <xournal><title x="&b;">&b;</title><page width="1" height="1"/></xournal>
      """
    #expect(error(bomb) == .hasDeclarations)
    #expect(error("<!DOCTYPE xournal SYSTEM \"file:///etc/passwd\"><xournal/>") == .hasDeclarations)
  }

  @Test func `deep nesting and much from little are refused`() throws {
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(error("<xournal>" + deep) == .tooLarge)
    let packer = GzipPacker()
    try packer.write("<xournal>" + String(repeating: " ", count: 10 << 20))
    let packed = try packer.finish()
    #expect(packed.count < 20_000)
    let source = try UnpackedBytes(packed, limit: 1 << 20)
    #expect(throws: ExchangeError.tooLarge) { while try source.next() != nil {} }
  }

  @Test func `what is no drawing is said to be none`() {
    for text in ["", "hello", "<svg/>", "<ink", "{}"] {
      #expect(error(text) != nil, "\(text)")
    }
    #expect(error("<html><body/></html>") == .unknownFormat)
  }

  @Test func `a file that breaks off anywhere is an error, and never half a drawing`() throws {
    let whole = try XournalExample.packed()
    for end in stride(from: 0, to: whole.count - 1, by: 7) {
      #expect(throws: ExchangeError.self) { try ExchangeFormat.read(Array(whole[..<end])) }
    }
  }

  @Test(arguments: [0, 1, 2])
  func `whatever is changed in a file, it is read or refused, and what is read can be drawn`(
    form: Int
  ) throws {
    let inkML = try ExchangeFormat.inkML.write(
      try ExchangeFormat.read(Array(XournalExample.text.utf8))
    ) { _ in nil }
    let good = [Array(XournalExample.text.utf8), XournalExample.zipped, inkML][form]
    var random = SeededGenerator(seed: UInt64(form))
    for _ in 0..<1500 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let i = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[i] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: i)
        case 2: bytes.insert(contentsOf: Array("9e99".utf8), at: i)
        default: bytes[i] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
      }
      guard let document = try? ExchangeFormat.read(bytes) else { continue }
      let new = document.drawing()
      let drawing = Drawing(new.elements, settings: new.settings)
      drawing.checkInvariants()
      #expect(!drawing.elements.contains { !$0.isWithinLimits })
    }
  }
}
