import InkModel

extension Drawing {
  /// Elements of a drawing alone, without its pages, as they lie on its canvas.
  init(onCanvas elements: [Element], of settings: DrawingSettings) {
    var settings = settings
    settings.layout = .infinite
    self.init(
      elements.map { $0.version($0.id, page: 0, layer: $0.layer, in: settings) },
      settings: settings)
  }
}
