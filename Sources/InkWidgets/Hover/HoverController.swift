import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel

/// Shows what a hovering tool would mark, on a canvas.
///
/// 1. The canvas tells of hovering tools and of all input; the mouse is listened to here.
/// 2. ``onChange`` tells that ``preview`` is other than what is shown; whoever shows it, in frames or ahead
///    of them, asks for it then, and a frame says what it shows by ``shown``.
///
/// Whoever has a preview has no cursor: the two would lie on one another.
public final class HoverController {
  /// Which devices have a preview.
  public var policy = HoverPolicy.pen { didSet { if policy != oldValue { changed() } } }
  /// Told whenever what hovers, or where, is another: the tool, and the place in widget points.
  public var onHover: (StylusTool?, Point?) -> Void = { _, _ in }

  var onChange: () -> Void = {}

  /// What hovers.
  public private(set) var hover = Hover()
  /// A pen that is moved by keys has no tip that anybody could see.
  var virtualTool: StylusTool? { didSet { if virtualTool != oldValue { changed() } } }

  /// What is to be seen on the screen: what was told of, or a frame has shown, last.
  var shown: HoverPreview?
  private let session: CanvasSession
  private let cursor: CanvasCursor
  /// The tool that was heard of last, hovering or drawing.
  private var pointing: StylusTool?

  init(
    _ session: CanvasSession, on widget: some WidgetProtocol, cursor: CanvasCursor
  ) {
    self.session = session
    self.cursor = cursor
    listenToTheMouse(on: widget)
  }

  /// Where the hovering tool is, in widget points.
  public var place: Point? { hover.sample?.position }

  /// A tool hovers, in widget points; `nil` says that it went.
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

  /// Something that a preview depends on may be another: the tool in the hand, say.
  public func refresh() { changed() }

  private func changed() {
    cursor.ofTool = session.picker.definition.cursor
    cursor.isReplaced = pointing.map { policy.shows($0.kind) && hasPreview(of: $0) } ?? false
    let now = preview
    if now != shown {
      shown = now
      onChange()
    }
    onHover(hover.tool, place)
  }

  /// Whether the tool leaves a mark that there are previews of.
  private func hasPreview(of tool: StylusTool) -> Bool {
    !session.isReadOnly && session.tool(of: tool).hasPreview
  }

  // MARK: What is seen

  /// What there is to be seen now.
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

  /// A tool's motions are told by the canvas, which knows their axes.
  private func listenToTheMouse(on widget: some WidgetProtocol) {
    let motion = MotionController()
    for signal in [motion.entered, motion.moved] {
      signal.connect { [weak self] x, y in
        guard let self, Self.isMouse(motion), !self.session.isBusy else { return }
        self.mouseMoved(to: Point(x, y), motion.currentTime)
      }
    }
    motion.left.connect { [weak self] in self?.hover(.mouse, nil) }
    widget.add(motion)
  }

  private func mouseMoved(to place: Point, _ milliseconds: UInt32) {
    // The cursor comes back; the pen that keys move stays where it is.
    guard virtualTool == nil else {
      pointing = .mouse
      return changed()
    }
    hover(.mouse, StylusSample(position: place, time: Double(milliseconds) / 1000))
  }

  private static func isMouse(_ controller: MotionController) -> Bool {
    guard let event = controller.currentEvent, event.deviceTool == nil else { return false }
    return event.type == .motion || event.type == .enter
  }
}
