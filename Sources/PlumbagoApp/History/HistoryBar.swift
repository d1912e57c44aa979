import Canvas
import Gtk
import GtkInk

/// The bar below the paper with a slider over all steps of the drawing, and what can be done with the moment it stands at.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class HistoryBar {
  let box = Box(.vertical, spacing: 4).styled("history-bar")
  /// Told which moment the slider stands at.
  var onMoment: (Int) -> Void = { _ in }
  var onPlay: () -> Void = {}
  var onDone: () -> Void = {}

  private let play = Button(icon: "media-playback-start-symbolic").styled("flat")
  private let slider = Scale(.horizontal, 0...1, step: 1)
  private let label = Label().styled("history-label")
  private let pace = ToggleButton().styled("flat")
  private let done = Button(tr("Done"))
  private var isSetting = false

  init() {
    play.name(tr("Play"))
    slider.drawsValue = false
    slider.expandsHorizontally = true
    slider.setAccessibleName(tr("Moment of the history"))
    label.xAlign = 0
    label.ellipsis = .end
    // In a narrow window the time is below the number of the step.
    label.wraps = true
    label.lineLimit = 2
    label.expandsHorizontally = true
    label.setAccessibleRole(.status)
    pace.iconName = "preferences-system-time-symbolic"
    pace.name(tr("Play at the Pace of the Hand"))
    let save = Button(icon: "document-save-as-symbolic").styled("flat")
    save.setAction("win.save-moment")
    save.name(CommandTable["win.save-moment"].title)
    let restore = Button(icon: "document-revert-symbolic").styled("flat")
    restore.setAction("win.restore-moment")
    restore.name(CommandTable["win.restore-moment"].title)
    for button in [Widget(play), Widget(pace), Widget(save), Widget(restore), Widget(done)] {
      button.focusesOnClick = false
      button.verticalAlign = .center
    }
    box.append(
      Box(.horizontal, spacing: 4, play, slider),
      Box(.horizontal, spacing: 4, label, pace, save, restore, done))
    box.isVisible = false
    slider.valueChanged.connect { [weak self] in
      guard let self, !self.isSetting else { return }
      self.onMoment(self.moment)
    }
    play.clicked.connect { [weak self] in self?.onPlay() }
    done.clicked.connect { [weak self] in self?.onDone() }
  }

  var isShown: Bool { box.isVisible }

  /// Shows the bar with the slider at the present, and the keyboard on the slider.
  ///
  /// Where all steps were undone the slider has nowhere to go.
  func show(steps: Int) {
    isSetting = true
    slider.setRange(0...Double(max(steps, 1)))
    slider.setIncrements(step: 1, page: max(Double(steps) / 20, 5))
    slider.value = Double(steps)
    isSetting = false
    slider.isSensitive = steps > 0
    box.isVisible = true
    if steps > 0 { slider.grabFocus() } else { done.grabFocus() }
  }

  func hide() { box.isVisible = false }

  /// Where the slider stands.
  var moment: Int {
    get { Int(slider.value.rounded()) }
    set {
      isSetting = true
      slider.value = Double(newValue)
      isSetting = false
    }
  }

  var pacing: HistoryPlayback.Pace { pace.isActive ? .time : .steps }

  var isPlaying = false {
    didSet {
      guard isPlaying != oldValue else { return }
      play.iconName =
        isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic"
      play.name(isPlaying ? tr("Pause") : tr("Play"))
    }
  }

  func tell(_ sentence: String) {
    label.text = sentence
    slider.setAccessibleDescription(sentence)
  }
}
