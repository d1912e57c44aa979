import InkModel

/// Pages by what people call them.
extension PageLayout {
  /// The index of the page that someone means: by its label, else by its number, counted from 1, else by how its label
  /// begins; capitals do not matter.
  ///
  /// A page that is labelled “12” is meant by that, wherever it is.
  public func index(named text: String) -> Int? {
    let name = Page(id: 1, order: .first, size: StandardPage.a4.size, label: text).label
      .lowercased()
    guard !name.isEmpty else { return nil }
    if let index = pages.firstIndex(where: { $0.label.lowercased() == name }) { return index }
    if let number = Int(name) { return pages.indices.contains(number - 1) ? number - 1 : nil }
    return pages.firstIndex { $0.label.lowercased().hasPrefix(name) }
  }

  /// Whether some page has a label.
  public var hasLabels: Bool { pages.contains { !$0.label.isEmpty } }
}

extension EditLabel {
  /// A page got a label, or lost it.
  public static let labelPage = EditLabel(rawValue: "page-label")
}
