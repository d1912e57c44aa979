import Canvas
import Testing

@Suite struct SizeDotTests {
  @Test func `the dots of a tool's sizes grow by a third at least, and fit`() {
    for definition in ToolCatalog.all where !definition.presets.isEmpty {
      let dots = ToolPicker.dots(of: definition.tool, largest: 30)
      #expect(dots.count == definition.presets.count)
      #expect(dots.allSatisfy { $0 >= 2 && $0 < 30.001 }, "\(dots)")
      for (a, b) in zip(dots, dots.dropFirst()) { #expect(b >= a * 1.25, "\(dots)") }
    }
  }

  @Test func `where sizes can be told apart the dots are as large as the marks`() {
    let presets = ToolPicker.presets(of: .brush("crayon"))
    #expect(ToolPicker.dots(of: .brush("crayon"), largest: 30) == presets)
  }
}
