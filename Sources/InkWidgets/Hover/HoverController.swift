import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel

/// Shows what a hovering tool would mark, on a canvas.
///
/// 1. The canvas reports hovering tools and all input; the mouse is observed here.
/// 2. ``onChange`` tells that ``preview`` differs from what is shown. Whoever shows it, in frames or ahead
///    of them, then reads it; a frame sets ``shown``.
///
/// The device that moves is the one that hovers: a mouse that rests on the paper takes nothing from a pen.
///
/// A tool with a preview has no cursor: the cursor would cover the preview.
public final class HoverController {
  /// Which devices have a preview.
  public var policy = HoverPolicy.pen { didSet { if policy != oldValue { changed() } } }
  /// Told when the hovering tool or its position changed; the position is in widget points.
  public var onHover: (StylusTool?, Point?) -> Void = { _, _ in }

  var onChange: () -> Void = {}
  /// Told the position of what hovers, in widget points, `nil` where nothing does.
  var onMove: (Point?) -> Void = { _ in }

  /// What hovers.
  public private(set) var hover = Hover()
  /// The pen that keys move, while it is in use: it has no visible tip, so its preview is pointed out.
  var virtualTool: StylusTool? { didSet { if virtualTool != oldValue { changed() } } }

  /// The preview that was last told by ``onChange``, or shown by a frame.
  var shown: HoverPreview?
  private let session: CanvasSession
  private let cursor: CanvasCursor
  /// The tool that reported last, hovering or drawing.
  private var pointing: StylusTool?
  private var travel = PointerTravel()

  init(
    _ session: CanvasSession, on widget: some WidgetProtocol, cursor: CanvasCursor
  ) {
    self.session = session
    self.cursor = cursor
    observeMouse(on: widget)
  }

  /// The position of the hovering tool, in widget points.
  public var position: Point? { hover.sample?.position }

  /// A tool hovers, in widget points; `nil` when it left proximity.
  func hover(_ tool: StylusTool, _ sample: StylusSample?) {
    hover.hover(tool, sample)
    if sample != nil {
      pointing = tool
    } else if pointing == tool, !hover.isTouching(tool) {
      pointing = nil
    }
    changed()
  }

  /// A tool draws, or is about to.
  func take(_ input: StylusInput) {
    hover.take(input)
    switch input {
    case .down(let contact, _), .up(let contact, _): pointing = contact.tool
    case .lost(let contact), .cancelled(let contact):
      if pointing == contact.tool { pointing = hover.tool }
    case .move: return
    }
    changed()
  }

  /// Something that a preview depends on may have changed, as the picker's tool.
  public func refresh() { changed() }

  private func changed() {
    cursor.ofTool = session.picker.definition.cursor
    cursor.isReplaced = pointing.map { policy.shows($0.kind) && hasPreview(of: $0) } ?? false
    let now = preview
    if now != shown {
      shown = now
      onChange()
    }
    onHover(hover.tool, position)
    onMove(position)
  }

  /// Whether there is a preview of what the tool does.
  private func hasPreview(of tool: StylusTool) -> Bool {
    !session.isReadOnly && session.tool(of: tool).hasPreview
  }

  // MARK: The preview

  /// The preview to show now.
  var preview: HoverPreview? {
    guard let tool = hover.tool, policy.shows(tool.kind) || tool == virtualTool,
      cursor.grab == nil, !cursor.isPicking
    else { return nil }
    var fade = HoverFade()
    fade.isAbrupt = !DesktopSettings.wantsAnimations
    var preview = session.preview(of: hover, fade: fade)
    preview?.isPointedOut = tool == virtualTool
    return preview
  }

  // MARK: The mouse

  /// Motions of tablet tools come from the canvas, with their axes.
  private func observeMouse(on widget: some WidgetProtocol) {
    let motion = MotionController()
    for signal in [motion.entered, motion.moved] {
      signal.connect { [weak self] x, y in
        guard let self, let event = motion.currentEvent, Self.isMouse(event),
          self.travel.hasMoved(event), !self.session.isBusy
        else { return }
        self.mouseMoved(to: Point(x, y), motion.currentTime)
      }
    }
    motion.left.connect { [weak self] in self?.hover(.mouse, nil) }
    widget.add(motion)
  }

  private func mouseMoved(to position: Point, _ milliseconds: UInt32) {
    // The cursor comes back; the pen that keys move stays where it is.
    guard virtualTool == nil else {
      pointing = .mouse
      return changed()
    }
    hover(.mouse, StylusSample(position: position, time: Double(milliseconds) / 1000))
  }

  private static func isMouse(_ event: Event) -> Bool {
    event.deviceTool == nil && (event.type == .motion || event.type == .enter)
  }
}
