import Gtk
import Testing

@Suite struct ByteSizeTests {
  @Test(
    arguments: [
      (0, "0 bytes"), (999, "999 bytes"), (1000, "1.0 kB"), (99_900, "99.9 kB"),
      (100_000, "100 kB"), (102_600, "103 kB"), (999_400, "999 kB"), (999_600, "1.0 MB"),
      (12_345_678, "12.3 MB"), (123_456_789, "123 MB"), (456_000_000_000, "456 GB"),
    ] as [(Int64, String)])
  func `a short size has no decimals from a hundred of its unit on`(count: Int64, text: String) {
    // The space does not break.
    let said = ByteSize.short(count).replacing("\u{A0}", with: " ")
    #expect(said == text)
  }
}
