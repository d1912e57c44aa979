import CGtk
import Gtk
import Testing

@Suite struct TextDirectionTests {
  /// How deeply each character is embedded in a line that runs from right to left; even ones run from left to right.
  private func levels(_ text: String) throws -> [UInt8] {
    var base = PANGO_DIRECTION_RTL
    let found: UnsafeMutablePointer<UInt8>? = pango_log2vis_get_embedding_levels(text, -1, &base)
    defer { g_free(found) }
    let levels = try #require(found)
    return Array(UnsafeBufferPointer(start: levels, count: text.unicodeScalars.count))
  }

  @Test func `a number comes before its sign in a line from right to left, too`() throws {
    let plain = try levels("100 %")
    #expect(plain[0] != plain[4])
    // Without the marks around it.
    let kept = try levels("100 %".leftToRight).dropFirst().dropLast()
    #expect(kept.count == 5)
    #expect(Set(kept) == [2])
  }
}
