import InkModel
import TabletCompositor
import Testing

extension AppTests {
  @Suite struct TapTests {
    @Test func `S12 a tap leaves one dot`() async throws {
      let desk = try Desk()
      desk.pen.down(at: desk.at(100, 100))
      desk.pen.up()
      let strokes = try await desk.kept(1)
      #expect(strokes[0].samples.count == 1)
      try desk.done()
    }
  }
}
