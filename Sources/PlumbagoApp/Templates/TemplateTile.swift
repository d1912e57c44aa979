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
  ///   - scale: Pixels of the screen for a point.
  init(
    _ pattern: PaperPattern, size: PageSize, like paper: Paper, _ settings: DrawingSettings,
    scale: Int
  ) {
    source = .paper(pattern)
    name = PaperNames.name(pattern)
    let art = PageArt()
    (self.art, picture) = (art, nil)
    let widget = Widget(art.widget)
    // Not higher than its picture is made for.
    widget.verticalAlign = .center
    button = Self.makeButton(widget, name)
    art.pageSize = size
    let style: PaperStyle = Appearance.shared.isDark ? .dark : .light
    let own = Self.paper(pattern, like: paper)
    art.paper = own.sheetColor(on: settings.paperStyle(in: style))
    // A pixel of it is one of the screen: scaled, thin lines would fade.
    let shown = PageArt.size(
      of: size, in: (Double(Self.size.width), Double(Self.size.height)))
    art.picture = try? PagePicture.preview(
      of: own, in: settings, size: size, style: style, width: Int(shown.width) * scale,
      height: Int(shown.height) * scale, scale: scale)
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
