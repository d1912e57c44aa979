import CGtk
import InkModel

/// A small surface over a window that points at a part of it.
public protocol PopoverProtocol: WidgetProtocol {}

nonisolated public struct Popover: PopoverProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension Popover {
  public init() { self.init(gtk_popover_new()) }

  /// Seconds for which a popover keeps its parent once it has closed, where it is taken out.
  ///
  /// Until the compositor gives the keyboard back to the window, keys come for the popover's surface. GTK passes them on to
  /// what has the window's focus, but drops them once the popover has no parent, and so no surface: what is
  /// typed right after Escape would be lost. Shorter loses keys where the machine is busy; longer only keeps the popover.
  public static let timeForKeys = 1.0
}

extension PopoverProtocol {
  public var closed: Signal<Void> { Signal(self, "closed") }

  public func popUp() { gtk_popover_popup(cast()) }
  public func popDown() { gtk_popover_popdown(cast()) }
  /// To be called by the parent after it has allocated its children.
  public func present() { gtk_popover_present(cast()) }

  public var child: Widget? {
    get { gtk_popover_get_child(cast()).map { Widget($0) } }
    nonmutating set { gtk_popover_set_child(cast(), newValue?.cast()) }
  }

  public func setChild(_ child: some WidgetProtocol) { gtk_popover_set_child(cast(), child.cast()) }

  /// Whether a press elsewhere closes it, and does nothing else.
  public var closesOnPress: Bool {
    get { gtk_popover_get_autohide(cast()) != 0 }
    nonmutating set { gtk_popover_set_autohide(cast(), newValue ? 1 : 0) }
  }

  public var hasArrow: Bool {
    get { gtk_popover_get_has_arrow(cast()) != 0 }
    nonmutating set { gtk_popover_set_has_arrow(cast(), newValue ? 1 : 0) }
  }

  /// The side of what it points at.
  public var position: PositionType {
    get { gtk_popover_get_position(cast()) }
    nonmutating set { gtk_popover_set_position(cast(), newValue) }
  }

  /// What it points at, in its parent's points; `nil` for all of the parent.
  public func point(to area: Rect?) {
    guard var box = area?.gdk else { return gtk_popover_set_pointing_to(cast(), nil) }
    gtk_popover_set_pointing_to(cast(), &box)
  }
}
