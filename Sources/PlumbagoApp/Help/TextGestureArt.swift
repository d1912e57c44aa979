import CGtk
import Canvas
import Gtk
import InkModel
import InkRendering
import Scribble

/// A picture of a gesture over text, which is played: the ink that comes, and what becomes of the text.
///
/// Played by the app itself, with its own ink over its own text, and not taken as a film: it is sharp at every scale, has
/// the colors of the desktop, and costs no bytes.
final class TextGestureArt: WidgetPainter {
  private(set) var widget: PaintedWidget!
  private let lesson: TextGestureLesson
  private var animation: FrameAnimation?
  /// Seconds since the beginning; `nil` where it is not played, and shows all of the hand's stroke.
  private var time: Double?

  /// Widget points.
  private static let height = 92
  private static let leastWidth = 232
  private static let margin = 16.0
  /// The size of the letters, in those of other text.
  private static let scale = 1.5
  /// Of the ink, as in fields.
  private static let inkWidth = 2.4
  private static let gapWidth = 100.0

  /// Seconds from the beginning.
  private struct Times {
    /// The pen rests, where it does.
    var rest = 0.4...0.9
    var stroke: ClosedRange<Double>
    /// The ink fades, and its effect shows.
    var effect: ClosedRange<Double>
    var end: Double
  }

  private let times: Times

  init(_ lesson: TextGestureLesson) {
    self.lesson = lesson
    times =
      switch lesson {
      case .gap: Times(stroke: 1.5...2.6, effect: 3.1...3.25, end: 4.6)
      case .passOver: Times(stroke: 0.9...1.9, effect: 1.9...1.9, end: 3.4)
      default: Times(stroke: 0.4...1.4, effect: 1.7...1.85, end: 3.4)
      }
    widget = PaintedWidget(self, role: .presentation)
    widget.setMinimumSize(width: Self.leastWidth, height: Self.height)
    widget.expandsHorizontally = true
    widget.mapped.connect { [weak self] in self?.play() }
    widget.unmapped.connect { [weak self] in self?.stop() }
  }

  /// Plays it once, and then shows all of the stroke again; where the desktop wants nothing to move it shows that only.
  func play() {
    animation = FrameAnimation(on: widget, duration: times.end) { [weak self] progress in
      guard let self else { return }
      self.time = progress == 1 ? nil : progress * self.times.end
      self.widget.queueDraw()
    }
  }

  private func stop() {
    animation = nil
    time = nil
  }

  // MARK: Painting

  func snapshot(_ snapshot: OpaquePointer) {
    let color = widget.foreground
    frame(color)?.append(to: snapshot)
    let before = TextLayout(lesson.text, on: widget, scale: Self.scale)
    let corner = Point(
      Self.margin,
      lesson.isPage
        ? Double(Self.height) / 2 - before.size.height
        : (Double(Self.height) - before.size.height) / 2)
    func field(_ layout: TextLayout, _ text: String) -> FieldText {
      lesson.field(
        text,
        layout.carets.map {
          Rect(x: $0.minX + corner.x, y: $0.minY + corner.y, width: 0, height: $0.height)
        })
    }
    let written = field(before, lesson.text)
    if lesson == .gap { return showGap(written, corner, color, snapshot) }
    let stroke = lesson.stroke(in: written)
    let drawn = time.map { Self.progress(of: $0, in: times.stroke) } ?? 1
    let part = Array(stroke.prefix(Int((Double(stroke.count) * drawn).rounded())))
    if lesson == .passOver {
      let selected = part.last.flatMap { last in
        lesson.selection(to: last, in: written)
      }
      select(selected, written, snapshot)
      before.append(to: snapshot, at: corner, color: color)
      show(resting: stroke[0], color, snapshot)
      return
    }
    let effect = time.map { Self.progress(of: $0, in: times.effect) } ?? 0
    if effect > 0 {
      let result = lesson.result(in: written)
      select(result.selection, written, snapshot)
      TextLayout(result.text, on: widget, scale: Self.scale)
        .append(to: snapshot, at: corner, color: color)
    } else {
      before.append(to: snapshot, at: corner, color: color)
    }
    show([part], opacity: 1 - effect, color, snapshot)
  }

  private func showGap(
    _ field: FieldText, _ corner: Point, _ color: Color, _ snapshot: OpaquePointer
  ) {
    guard case .gap(let position) = lesson.outcome(in: field) else { return }
    let effect = time.map { Self.progress(of: $0, in: times.effect) } ?? 0
    let opens =
      time.map {
        Self.progress(of: $0, in: times.rest.upperBound + 0.1...times.rest.upperBound + 0.22)
      } ?? 1
    if effect > 0 {
      TextLayout(lesson.result(in: field).text, on: widget, scale: Self.scale)
        .append(to: snapshot, at: corner, color: color)
    } else {
      TextLayout(
        lesson.text, on: widget, scale: Self.scale, widened: (position, Self.gapWidth * opens)
      ).append(to: snapshot, at: corner, color: color)
      if opens == 0 { show(resting: lesson.stroke(in: field)[0], color, snapshot) }
    }
    let start = field.carets[position]
    let gap = Rect(x: start.minX, y: start.minY, width: Self.gapWidth, height: start.height)
    let strokes = TextGestureLesson.writing(in: gap)
    var count = Int(
      (Double(strokes.joined().count) * (time.map { Self.progress(of: $0, in: times.stroke) } ?? 1))
        .rounded())
    let part = strokes.map { stroke in
      defer { count -= min(count, stroke.count) }
      return Array(stroke.prefix(count))
    }
    show(part, opacity: 1 - effect, color, snapshot)
  }

  private static func progress(of time: Double, in range: ClosedRange<Double>) -> Double {
    let length = range.upperBound - range.lowerBound
    guard length > 0 else { return time < range.lowerBound ? 0 : 1 }
    return min(max((time - range.lowerBound) / length, 0), 1)
  }

  /// The field's frame.
  private func frame(_ color: Color) -> RenderNode? {
    let box = Rect(
      x: 0, y: 0, width: Double(widget.width), height: Double(Self.height))
    return RenderNode.painted(in: box) { cr in
      let inner = box.outset(by: -0.5)
      let radius = 6.0
      cairo_new_path(cr)
      for (i, corner) in [
        Point(inner.maxX - radius, inner.minY + radius),
        Point(inner.maxX - radius, inner.maxY - radius),
        Point(inner.minX + radius, inner.maxY - radius),
        Point(inner.minX + radius, inner.minY + radius),
      ].enumerated() {
        let start = (Double(i) - 1) * Double.pi / 2
        cairo_arc(cr, corner.x, corner.y, radius, start, start + .pi / 2)
      }
      cairo_close_path(cr)
      let (r, g, b) = (
        Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255
      )
      cairo_set_source_rgba(cr, r, g, b, 0.04)
      cairo_fill_preserve(cr)
      cairo_set_source_rgba(cr, r, g, b, 0.25)
      cairo_set_line_width(cr, 1)
      cairo_stroke(cr)
    }
  }

  private func select(_ range: Range<Int>?, _ field: FieldText, _ snapshot: OpaquePointer) {
    guard let range, let color = widget.themeColor("theme_selected_bg_color") else { return }
    for frame in field.frames(of: range) {
      RenderNode.painted(in: frame) { cr in
        cairo_set_source_rgba(
          cr, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255, 0.45)
        cairo_paint(cr)
      }?.append(to: snapshot)
    }
  }

  /// A ring that closes while the pen rests.
  private func show(resting point: Point, _ color: Color, _ snapshot: OpaquePointer) {
    let progress = time.map { Self.progress(of: $0, in: times.rest) } ?? 1
    guard progress > 0 else { return }
    RenderNode.painted(in: Rect(center: point, radius: 14)) { cr in
      cairo_set_source_rgba(
        cr, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255, 0.7)
      cairo_arc(cr, point.x, point.y, 2.5, 0, 2 * .pi)
      cairo_fill(cr)
      cairo_set_line_width(cr, 2)
      cairo_arc(cr, point.x, point.y, 11, -.pi / 2, -.pi / 2 + 2 * .pi * progress)
      cairo_stroke(cr)
    }?.append(to: snapshot)
  }

  /// Ink, as the pen leaves it in a field.
  private func show(
    _ strokes: [[Point]], opacity: Double, _ color: Color, _ snapshot: OpaquePointer
  ) {
    guard opacity > 0 else { return }
    let scale = Double(widget.scaleFactor)
    var ink = Ink.standard
    (ink.color, ink.size) = (color, Self.inkWidth)
    let visible = PixelBox(
      x: 0, y: 0, width: Int(Double(widget.width) * scale),
      height: Int(Double(widget.height) * scale))
    for points in strokes where !points.isEmpty {
      var stroke = WetStroke(tool: StylusTool(.pen), ink: ink, seed: 1)
      stroke.append(
        points.enumerated().map { i, p in
          StylusSample(position: p, time: Double(i) / 120, force: 0.5)
        })
      guard
        let renderer = try? WetInkRenderer(
          ink: ink, paper: .light, deviceFromCanvas: .scale(scale), visible: visible),
        let tail = renderer.tail(stroke.tail()[...])
      else { continue }
      let (box, k) = (tail.bounds.rect, 1 / scale)
      let node = RenderNode.painted(
        in: Rect(
          x: box.minX * k, y: box.minY * k, width: box.width * k, height: box.height * k)
      ) { cr in
        cairo_scale(cr, k, k)
        if opacity < 1 { cairo_push_group(cr) }
        tail.paint(on: cr)
        if opacity < 1 {
          cairo_pop_group_to_source(cr)
          cairo_paint_with_alpha(cr, opacity)
        }
      }
      node?.append(to: snapshot)
    }
  }
}

extension TextGestureLesson {
  /// What is selected once the pen that has rested has come to a point.
  fileprivate func selection(to point: Point, in field: FieldText) -> Range<Int>? {
    guard let first = stroke(in: field).first else { return nil }
    var session = ScribbleSession()
    session.begin(at: first)
    guard session.rest(in: field) else { return nil }
    return session.selection(to: point, in: field)
  }
}
