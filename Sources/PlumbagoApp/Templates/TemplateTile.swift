import Gtk
import InkModel
import InkRendering

/// A template in the chooser: its picture, and its name below.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class TemplateTile {
  /// What a new page is made from.
  enum Source: Hashable {
    /// Of the size of the pages that there are.
    case paper(PaperPattern)
    /// The path of a template of the user's own.
    case own(String)
  }

  let source: Source
  let name: String
  let button: ToggleButton
  /// Of paper; its picture is painted here.
  private let art: PageArt?
  /// Of a file.
  private let picture: Picture?

  /// Widget points of the picture.
  private static let size = (width: 76, height: 96)

  /// - Parameters:
  ///   - size: Of the page that would be added.
  ///   - paper: Of the pages that there are: its colours are the new page's.
  init(_ pattern: PaperPattern, size: PageSize, like paper: Paper, _ settings: DrawingSettings) {
    source = .paper(pattern)
    name = PaperNames.name(pattern)
    let art = PageArt()
    (self.art, picture) = (art, nil)
    button = Self.makeButton(Widget(art.widget), name)
    art.pageSize = size
    let style: PaperStyle = Appearance.shared.isDark ? .dark : .light
    var own = settings
    own.paper = Self.paper(pattern, like: paper)
    // Of grids a part of the page, as large as they can be told apart.
    let part = pattern.isForm || pattern == .logLog ? 1 : 0.3
    let shown = PageSize(width: size.width * part, height: size.height * part)
    own.layout = .pages(shown, count: 1)
    art.paper = own.paper.sheetColor(on: own.paperStyle(in: style))
    // The most of a screen of today, so that lines are sharp on any.
    let scale = 2
    art.picture = try? PagePicture.paint(
      page: 0, of: Drawing(settings: own), style: style, width: Self.size.width * scale,
      height: Self.size.height * scale)
  }

  /// A template of the user's own.
  init(_ path: String, name: String) {
    source = .own(path)
    self.name = name
    let picture = Picture()
    (art, self.picture) = (nil, picture)
    button = Self.makeButton(Widget(picture), name)
  }

  /// Paper of a pattern with the colours of another; its spacing, too, where the pattern is the same.
  static func paper(_ pattern: PaperPattern, like paper: Paper) -> Paper {
    guard pattern != paper.pattern else { return paper }
    return Paper(pattern: pattern, lineColor: paper.lineColor, tint: paper.tint)
  }

  private static func makeButton(_ art: Widget, _ name: String) -> ToggleButton {
    art.setMinimumSize(width: size.width, height: size.height)
    art.horizontalAlign = .center
    art.setAccessibleRole(.presentation)
    let label = Label(name)
    label.ellipsis = .end
    label.maximumWidthInCharacters = 10
    let button = ToggleButton(child: Box(.vertical, spacing: 4, art, label)).styled("tile")
    button.name(name)
    return button
  }

  /// The picture in a file, once there is one.
  func show(_ file: String?) { picture?.setFile(file) }
}
