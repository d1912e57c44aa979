import Canvas
import Gtk
import InkModel
import InkWidgets

/// The menu of the paper, of the selection or of an instrument.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class ContextMenu {
  private let menu: PointMenu
  private let zoom = ZoomRow()
  /// The row is in no menu while none is open.
  private let kept: Kept<Box>
  /// Told when it has closed.
  var onClosed: () -> Void {
    get { menu.onClosed }
    set { menu.onClosed = newValue }
  }
  /// What 100 % is now.
  var scale: () -> Double = { 1 }

  /// - Parameter parent: a container that lays its children out, with its origin at the paper's.
  init(over parent: Widget) {
    menu = PointMenu(over: parent)
    kept = Kept(zoom.row)
    menu.onRemoval = { [zoom] in
      if zoom.row.parent != nil { $0.removeChild(zoom.row) }
    }
  }

  /// An item of ``CommandMenus/instrument``.
  private static func label(_ action: String, of kind: Instrument.Kind) -> String {
    action == "win.hide-instrument" ? hiding(kind) : measuring(kind)
  }

  /// The item that puts an instrument away.
  private static func hiding(_ kind: Instrument.Kind) -> String {
    switch kind {
    case .ruler: tr("_Hide the Ruler")
    case .setSquare: tr("_Hide the Set Square")
    case .compass: tr("_Hide the Compass")
    }
  }

  /// The item that asks for its radius or angle.
  private static func measuring(_ kind: Instrument.Kind) -> String {
    switch kind {
    case .ruler, .setSquare: tr("_Angle…")
    case .compass: tr("R_adius…")
    }
  }

  /// What the menu is of.
  enum Subject {
    /// The paper; where the menu was not asked for at a point, what lies over the paper has its own items above.
    case paper(below: Instrument.Kind? = nil)
    case selection(SelectionMenu)
    case instrument(Instrument.Kind)

    /// What lies there, if the menu has its items.
    var instrumentKind: Instrument.Kind? {
      switch self {
      case .paper(let kind): kind
      case .instrument(let kind): kind
      case .selection: nil
      }
    }

    /// The items of the paper.
    var paperItems: [[String]] { if case .paper = self { CommandMenus.paper } else { [] } }
  }

  /// Opens at a point of the parent.
  func show(at position: Point, of subject: Subject) {
    let paper = subject.paperItems
    let items = Menu { menu in
      if let instrument = subject.instrumentKind {
        for actions in CommandMenus.instrument {
          menu.section { section in
            for action in actions { section.item(Self.label(action, of: instrument), action) }
          }
        }
      }
      if case .selection(let selection) = subject { Self.add(selection, to: menu) }
      for (i, actions) in paper.enumerated() {
        menu.section { s in
          if i == CommandMenus.sectionOfZoom { s.custom(ZoomRow.id) }
          s.items(actions)
        }
      }
    }
    menu.show(items, at: position) { popover in
      popover.horizontalAlign = .start
      guard !paper.isEmpty else { return }
      zoom.show(scale: scale())
      popover.addChild(zoom.row, id: ZoomRow.id)
    }
  }

  private static func add(_ selection: SelectionMenu, to menu: Menu) {
    menu.sections(selection.editing)
    if !selection.picture.isEmpty {
      menu.section { section in
        section.submenu(tr("_Picture")) { $0.sections(selection.picture) }
      }
    }
    menu.sections(selection.arranging)
  }
}
