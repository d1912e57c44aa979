import Canvas
import Gtk
import GtkInk
import InkModel
import InkStore
import InkWidgets

/// Looks back through the history of a window's drawing: what the bar asks for is shown on the paper.
///
/// Moments are made off the main actor, one at a time; of those that are asked for meanwhile the last one counts.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class LookingBack {
  let bar = HistoryBar()
  /// Told when it begins or ends.
  var onChange: () -> Void = {}
  /// Told after a moment was restored, as a step; where nothing differs there is none.
  var onRestore: () -> Void = {}

  private let document: OpenDocument
  private let canvas: CanvasWidget
  private(set) var timeline: DrawingTimeline?
  /// The moment that is asked for, and the one that is shown.
  private var wanted = 0
  private var shown = 0
  private var making: Task<Void, Never>?
  private var opening: Task<Void, Never>?
  private var ticks: FrameTicks?
  /// Until the bar is shown.
  private var appearing: FrameTicks?

  init(_ document: OpenDocument, on canvas: CanvasWidget) {
    self.document = document
    self.canvas = canvas
    bar.onMoment = { [weak self] in
      self?.pause()
      self?.look(at: $0)
    }
    bar.onPlay = { [weak self] in self?.togglePlaying() }
    bar.onDone = { [weak self] in self?.end() }
    let keys = KeyController(phase: .bubble)
    keys.pressed.connect { [weak self] key, _, _ in
      guard key == .escape else { return false }
      self?.end()
      return true
    }
    bar.box.add(keys)
  }

  /// The bar is shown; at the present the drawing can be drawn on, which ends this.
  var isOn: Bool { timeline != nil }

  /// The number of the last step that is done at the moment that is shown.
  var step: Int? { timeline?.step(at: wanted) }

  /// Whether what is shown, or about to be, is another moment than now.
  var isInPast: Bool { timeline.map { wanted < $0.count } ?? false }

  // MARK: Beginning and ending

  /// Reads the history and shows the bar; the paper shows the present until another moment is chosen.
  ///
  /// A step that is made meanwhile, at the present, is not in it: then ``end()`` follows.
  func begin() {
    guard !isOn, opening == nil else { return }
    canvas.finishContacts()
    canvas.perform { $0.prepareToLookBack() }
    opening = Task { [weak self] in
      guard let self else { return }
      defer { self.opening = nil }
      _ = await self.document.flush()
      let session = self.document.session
      guard let store = self.document.keeper.store, !session.isBusy,
        let timeline = try? await store.timeline(sharing: session.presentDrawing),
        // What was drawn meanwhile would not be in it.
        timeline.steps.last?.number ?? 0 == session.history.head, !session.isBusy
      else { return }
      self.timeline = timeline
      (self.wanted, self.shown) = (timeline.count, timeline.count)
      // Not between a layout and the frame that is painted of it: what is shown then has no size yet.
      self.appearing = FrameTicks(on: self.canvas.widget) { [weak self] _ in
        self?.appear()
        return false
      }
    }
  }

  private func appear() {
    appearing = nil
    guard let timeline else { return }
    bar.show(steps: timeline.count)
    tell()
    onChange()
  }

  /// Shows the drawing as it is now, and hides the bar.
  func end() {
    guard close() else { return }
    canvas.perform { $0.returnToNow() }
    onChange()
  }

  /// Makes the moment that is shown the drawing.
  func restore() {
    guard isInPast else { return end() }
    Task { [weak self] in
      await self?.making?.value
      guard let self, self.close() else { return }
      let head = self.document.session.history.head
      self.canvas.perform { $0.restoreMoment() }
      self.onChange()
      if self.document.session.history.head != head { self.onRestore() }
    }
  }

  private func close() -> Bool {
    guard isOn else { return false }
    pause()
    appearing = nil
    timeline = nil
    canvas.finishContacts()
    bar.hide()
    return true
  }

  // MARK: Moments

  private func look(at moment: Int) {
    guard let timeline else { return }
    wanted = min(max(moment, 0), timeline.count)
    tell()
    guard making == nil else { return }
    making = Task { [weak self] in
      while let self, self.isOn, self.shown != self.wanted {
        let next = self.wanted
        let session = self.document.session
        let (drawing, damage) = await Self.moment(
          next, of: timeline, after: self.shown, session.drawing.settings)
        self.canvas.finishContacts()
        // A stroke that was finished by that is a new step, which ends it.
        guard self.isOn else { break }
        let wasInPast = session.isLookingBack
        self.canvas.perform {
          next < timeline.count ? $0.look(at: drawing, damage: damage) : $0.returnToNow()
        }
        self.shown = next
        if session.isLookingBack != wasInPast { self.onChange() }
      }
      self?.making = nil
    }
  }

  @concurrent nonisolated private static func moment(
    _ moment: Int, of timeline: DrawingTimeline, after shown: Int, _ settings: DrawingSettings
  ) async -> (Drawing, [Rect]?) {
    let drawing = timeline.drawing(at: moment).arranged(as: settings.layout.arrangement)
    let areas =
      drawing.settings == settings
      ? timeline.difference(from: shown, to: moment, under: settings) : nil
    return (drawing, areas)
  }

  /// Says when the moment was, and which of how many it is.
  private func tell() {
    guard let timeline else { return }
    let number = tr("Step {number} of {count}").filled("number", "\(wanted)")
      .filled("count", "\(timeline.count)")
    let time =
      wanted > 0
      ? LocalTime.full(timeline.steps[wanted - 1].time) : tr("Before the first step")
    bar.tell(number + " · " + time)
  }

  // MARK: Playing

  func togglePlaying() {
    guard let timeline, ticks == nil else { return pause() }
    // At the end it begins anew.
    let start = wanted < timeline.count ? wanted : 0
    let playback = HistoryPlayback(
      times: timeline.steps.map(\.time), from: start, pace: bar.pacing)
    bar.isPlaying = true
    var begin: Double?
    ticks = FrameTicks(on: bar.box) { [weak self] time in
      guard let self else { return false }
      let elapsed = time - (begin ?? time)
      if begin == nil { begin = time }
      let moment = playback.moment(after: elapsed)
      if moment != self.wanted {
        self.bar.moment = moment
        self.look(at: moment)
      }
      guard elapsed < playback.duration else {
        MainLoop.after(0) { [weak self] in self?.pause() }
        return false
      }
      return true
    }
  }

  private func pause() {
    ticks = nil
    bar.isPlaying = false
  }
}
