import Canvas

/// A gesture as the desktops and tablets that people come from use it: what is written about it elsewhere, as data.
///
/// Nothing here is made from the app's own table, so that the two can be compared.
struct PlatformGesture: Sendable, CustomStringConvertible {
  /// What fingers do, as other platforms tell of it.
  struct Shape: Hashable, Sendable {
    var surface: Gesture.Surface
    var fingers: Int
    var movement: Gesture.Movement
  }

  /// Where it is written.
  enum Source: String, Sendable, CaseIterable {
    /// `gnome-help/C/touchscreen-gestures.page` of GNOME/gnome-user-docs.
    case gnomeHelp = "GNOME user help, Use touchscreen gestures to navigate the desktop"
    /// `js/ui/swipeTracker.js` of GNOME/gnome-shell: `GESTURE_FINGER_COUNT`, for touchscreen and touchpad.
    case gnomeShell = "GNOME Shell, swipeTracker.js"
    /// `src/virtualdesktops.cpp` and the effects “overview” and “windowview” of plasma/kwin.
    case kwin = "KWin, registerTouchscreenSwipeShortcut and registerTouchpadSwipeShortcut"
    /// https://developer.gnome.org/hig/guidelines/pointer-touch.html
    case gnomeHIG = "GNOME Human Interface Guidelines, Pointer & Touch"
    /// https://developer.apple.com/design/human-interface-guidelines/gestures
    case appleHIG = "Apple Human Interface Guidelines, Gestures: standard gestures"
    /// https://m3.material.io/foundations/interaction/gestures
    case android = "Material Design, Gestures"
    /// https://github.com/procreate/UndoGesture and the default canvas input profile of KDE/krita.
    case drawingApps =
      "Procreate's example UndoGesture; Krita, Canvas Input Settings: Touch Gestures"
  }

  var shape: Shape
  /// What it does, in the source's terms.
  var meaning: String
  /// What of that our table has a word for; empty where it is nothing of ours.
  var effects: Set<Gesture.Effect> = []
  var source: Source

  var description: String { "\(shape.fingers) \(shape.movement): \(meaning) (\(source.rawValue))" }

  init(
    _ surface: Gesture.Surface, _ fingers: Int, _ movement: Gesture.Movement, _ meaning: String,
    _ effects: Set<Gesture.Effect> = [], _ source: Source
  ) {
    shape = Shape(surface: surface, fingers: fingers, movement: movement)
    self.meaning = meaning
    self.effects = effects
    self.source = source
  }

  /// What desktops take for themselves, wherever on the screen it is done.
  ///
  /// Swipes up and down, from the edges and with four fingers are not listed: the app's table has no such movement.
  static let ofDesktops: [PlatformGesture] = [
    .init(.screen, 3, .pinchIn, "open the Activities Overview", [], .gnomeHelp),
    .init(.screen, 3, .swipeLeft, "switch workspace", [], .gnomeShell),
    .init(.screen, 3, .swipeRight, "switch workspace", [], .gnomeShell),
    .init(.touchpad, 3, .swipeLeft, "switch workspace", [], .gnomeShell),
    .init(.touchpad, 3, .swipeRight, "switch workspace", [], .gnomeShell),
    .init(.screen, 3, .swipeLeft, "switch desktop", [], .kwin),
    .init(.screen, 3, .swipeRight, "switch desktop", [], .kwin),
    .init(.touchpad, 3, .swipeLeft, "switch desktop", [], .kwin),
    .init(.touchpad, 3, .swipeRight, "switch desktop", [], .kwin),
    .init(.touchpad, 4, .swipeLeft, "switch desktop", [], .kwin),
    .init(.touchpad, 4, .swipeRight, "switch desktop", [], .kwin),
  ]

  /// What people know from apps.
  static let ofApps: [PlatformGesture] = [
    .init(.screen, 1, .tap, "primary action: select, activate", [.select], .gnomeHIG),
    .init(.screen, 1, .hold, "secondary action: a menu", [.menu], .gnomeHIG),
    .init(.screen, 1, .drag, "scroll what is shown; move a thing", [.pan], .gnomeHIG),
    .init(.screen, 2, .pinch, "change the zoom; rotate", [.moveView], .gnomeHIG),
    .init(.screen, 1, .doubleTap, "stepped zoom", [.zoom], .gnomeHIG),
    .init(.touchpad, 2, .drag, "scroll what is shown", [.pan], .gnomeHIG),
    .init(.touchpad, 2, .pinch, "change the zoom; rotate", [.moveView], .gnomeHIG),

    .init(.screen, 1, .tap, "activate a control; select an item", [.select], .appleHIG),
    .init(.screen, 1, .drag, "move an element; scroll", [.pan], .appleHIG),
    .init(.screen, 1, .hold, "reveal additional controls", [.menu], .appleHIG),
    .init(.screen, 1, .doubleTap, "zoom in; zoom out if already zoomed", [.zoom], .appleHIG),
    .init(.screen, 2, .pinch, "zoom a view; rotate", [.moveView], .appleHIG),
    .init(.screen, 3, .swipeLeft, "undo", [.undo], .appleHIG),
    .init(.screen, 3, .swipeRight, "redo", [.redo], .appleHIG),
    .init(.screen, 3, .pinchIn, "copy what is selected", [.copy], .appleHIG),
    .init(.screen, 3, .pinchOut, "paste", [.paste], .appleHIG),
    .init(.touchpad, 3, .swipeLeft, "undo", [.undo], .appleHIG),
    .init(.touchpad, 3, .swipeRight, "redo", [.redo], .appleHIG),

    .init(.screen, 1, .tap, "select", [.select], .android),
    .init(.screen, 1, .drag, "scroll and pan", [.pan], .android),
    .init(.screen, 1, .hold, "reveal additional modes", [.menu], .android),
    .init(.screen, 1, .doubleTap, "zoom between sizes", [.zoom], .android),
    .init(.screen, 2, .pinch, "zoom in and out", [.moveView], .android),

    .init(.screen, 1, .drag, "paint, where a finger paints", [.draw, .pan], .drawingApps),
    .init(.screen, 2, .pinch, "move, zoom and rotate the canvas", [.moveView], .drawingApps),
    .init(.screen, 2, .tap, "undo", [.undo], .drawingApps),
    .init(.screen, 3, .tap, "redo", [.redo], .drawingApps),
  ]

  /// What the desktop may take before the app has it, and why the app has it all the same: three fingers edit in the
  /// guidelines that the app follows, and a desktop that takes them cancels the touches.
  static let shared: Set<Shape> = [
    Shape(surface: .screen, fingers: 3, movement: .swipeLeft),
    Shape(surface: .screen, fingers: 3, movement: .swipeRight),
    Shape(surface: .screen, fingers: 3, movement: .pinchIn),
    Shape(surface: .touchpad, fingers: 3, movement: .swipeLeft),
    Shape(surface: .touchpad, fingers: 3, movement: .swipeRight),
  ]
}

extension Gesture {
  var shape: PlatformGesture.Shape {
    PlatformGesture.Shape(surface: surface, fingers: fingers, movement: movement)
  }
}
