import InkModel

extension DrawingSettings {
  /// Any settings that can be chosen.
  public static func random(using generator: inout SeededGenerator) -> DrawingSettings {
    func length(_ range: ClosedRange<Double>) -> Double {
      Double.random(in: range, using: &generator)
    }
    let tint =
      generator.once(in: 2)
      ? Color(rgba: UInt32.random(in: 0 ... .max, using: &generator))
      : nil
    let paper = Paper(
      pattern: PaperPattern.allCases.randomElement(using: &generator) ?? .plain,
      spacing: generator.once(in: 2) ? nil : length(Paper.spacings),
      lineColor: Color(rgba: UInt32.random(in: 0 ... .max, using: &generator)), tint: tint)
    var layout = PageLayout.infinite
    if !generator.once(in: 3) {
      let standard = StandardPage.allCases.randomElement(using: &generator) ?? .a4
      var size =
        generator.once(in: 3)
        ? PageSize(width: length(40...2000), height: length(40...2000)) : standard.size
      if generator.once(in: 2) { size = size.turned }
      layout = .pages(size, count: Int.random(in: 1...40, using: &generator))
    }
    return DrawingSettings(
      paper: paper, layout: layout, keepsColors: generator.once(in: 3))
  }
}
