import Testing

@testable import PlumbagoApp

/// What is made of the lines that the handler of crashes writes.
@Suite("The report of a crash") struct CrashReportTests {
  private static let raw = """
    Plumbago 9.9
    signal 11
    address 10
    code 1000-3000 00002000 plumbago
    code 5000-6000 0 libc.so.6
    frame 1234
    frame 5fff
    frame 7000

    """

  @Test func `calls are told by files and offsets in them`() throws {
    let report = try #require(CrashReport(Self.raw))
    #expect(
      report.text == """
        Plumbago 9.9
        Signal: 11 (Segmentation fault)
        Address: 0x10

        Calls, the last one first:
        0  plumbago + 0x2234
        1  libc.so.6 + 0xfff
        2  unknown

        """)
  }

  @Test func `a file that was cut off, or is none, is no trap`() {
    #expect(CrashReport("") == nil)
    #expect(CrashReport("Plumbago 9.9\n") == nil)
    #expect(CrashReport("signal x\n") == nil)
    #expect(CrashReport("signal 99999999999999999999\n") == nil)
    let text = Self.raw
    for end in text.indices { _ = CrashReport(String(text[..<end])) }
    let wild =
      "signal 6\ncode ffffffffffffffff-0 0 a\ncode 0-ffffffffffffffff ffffffffffffffff b\nframe 5\n"
    _ = CrashReport(wild)
  }
}
