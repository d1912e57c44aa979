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

/// Changes of pages and layers one by one.
extension DrawingSettings {
  /// Settings that a person might change these to: other paper, or a page or a layer added, moved, changed or deleted.
  public func randomlyChanged(using generator: inout SeededGenerator) -> DrawingSettings {
    var copy = self
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      copy = .random(using: &generator)
      copy.layers = layers
    case 1:
      copy.layers = Self.changed(layers, using: &generator)
    default:
      copy.layout = PageLayout(
        Self.changed(layout.pages, next: layout.nextID, using: &generator))
    }
    return copy == self ? .random(using: &generator) : copy
  }

  private static func changed(
    _ old: [Page], next: Int32, using generator: inout SeededGenerator
  ) -> [Page] {
    var pages = old
    guard let i = pages.indices.randomElement(using: &generator) else {
      return PageLayout.pages(StandardPage.a5.size, count: 3).pages
    }
    switch Int.random(in: 0..<7, using: &generator) {
    case 0: pages.remove(at: i)
    case 1: pages[i].quarterTurns += Int.random(in: 1...3, using: &generator)
    case 2: pages[i].order = pages[pages.count - 1].order.next
    case 3:
      pages[i].size = PageSize(
        width: Double.random(in: 40...900, using: &generator),
        height: Double.random(in: 40...900, using: &generator))
    case 4:
      pages[i].background = .paper(
        generator.once(in: 3) ? nil : DrawingSettings.random(using: &generator).paper)
    case 5:
      pages[i].label = generator.once(in: 3) ? "" : "図 \(Int.random(in: 0...99, using: &generator))"
    default:
      let size = StandardPage.allCases.randomElement(using: &generator)?.size ?? pages[i].size
      pages.append(Page(id: next, order: pages[0].order.previous, size: size))
    }
    return pages
  }

  private static func changed(
    _ old: [Layer], using generator: inout SeededGenerator
  ) -> [Layer] {
    var layers = old
    let i = Int.random(in: layers.indices, using: &generator)
    switch Int.random(in: 0..<6, using: &generator) {
    case 0 where layers.count > 1: layers.remove(at: i)
    case 1: layers[i].name = "図 \(Int.random(in: 0...99, using: &generator))"
    case 2: layers[i].order = layers[layers.count - 1].order.next
    case 3: layers[i].opacity = Double.random(in: 0...1, using: &generator)
    case 4: layers[i].isHidden.toggle()
    default:
      let id = (layers.map(\.id).max() ?? 0) + 1
      layers.append(Layer(id: id, order: layers[0].order.previous, isLocked: id % 2 == 0))
    }
    return layers
  }
}
