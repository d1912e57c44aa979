import Canvas
import Gtk
import InkModel

/// What can be done with the picture that alone is selected.
public enum PictureAction: CaseIterable, Sendable {
  case crop
  case flipHorizontally
  case flipVertically
  case opacity
  case convertToInk
  case replace
  case saveOriginal
  case alternativeText
}

/// The texts about pictures, in the language of the embedding app.
public struct PictureLabels {
  /// What a menu says for each action.
  public var action: (PictureAction) -> String
  /// Shows all of a picture that is being cropped again.
  public var wholePicture: String
  /// Leaves a picture as it was before it was cropped.
  public var cancel: String
  public var done: String

  init(_ tr: (_ text: String) -> String) {
    let crop = tr("Crop")
    let horizontally = tr("Flip Horizontally")
    let vertically = tr("Flip Vertically")
    let opacity = tr("Opacity…")
    let convert = tr("Convert to Ink")
    let replace = tr("Replace…")
    let save = tr("Save Original…")
    let alternative = tr("Alternative Text…")
    action = { action in
      switch action {
      case .crop: crop
      case .flipHorizontally: horizontally
      case .flipVertically: vertically
      case .opacity: opacity
      case .convertToInk: convert
      case .replace: replace
      case .saveOriginal: save
      case .alternativeText: alternative
      }
    }
    wholePicture = tr("Whole Picture")
    cancel = tr("Cancel")
    done = tr("Done")
  }
}

/// The parts of the selection's bar that are there for pictures: a button, items of its menu, what ends cropping, and the
/// slider of the opacity.
final class PictureControls {
  /// In the bar, while a picture is selected.
  let cropButton = Button(icon: "plumbago-crop-symbolic")
  /// In the bar instead of everything else, while a picture is cropped.
  let cropBox = Box(.horizontal)
  /// In the menu, while a picture is selected.
  let menuBox = Box(.vertical)
  let opacityPopover = Popover()

  var onAction: (PictureAction) -> Void = { _ in }
  /// Cropping ends, and whether what was chosen is kept.
  var onEnd: (_ isKept: Bool) -> Void = { _ in }
  var onWhole: () -> Void = {}
  /// The slider shows another opacity, 0 … 1.
  var onOpacity: (Double) -> Void = { _ in }

  private let slider: LabelledSlider
  private let percentage: (Double) -> String
  /// What the slider offers: a picture that is wholly transparent would be lost.
  private static let opacities = 0.05...1.0
  /// The buttons that change the drawing.
  private var changing: [Button] = []
  private var convertButton: Button?

  init(_ labels: PickerLabels) {
    percentage = labels.percentage
    slider = LabelledSlider(labels.opacity)
    let words = labels.selection.picture
    cropButton.addClass("flat")
    cropButton.focusesOnClick = false
    cropButton.name(words.action(.crop))
    cropButton.clicked.connect { [weak self] in self?.onAction(.crop) }
    changing.append(cropButton)
    for action in PictureAction.allCases where action != .crop {
      let button = Button(words.action(action)).styled("flat", "kind")
      button.alignLabel()
      button.clicked.connect { [weak self] in self?.onAction(action) }
      menuBox.append(button)
      if action != .saveOriginal { changing.append(button) }
      if action == .convertToInk { convertButton = button }
    }
    for (name, style, body) in [
      (words.wholePicture, nil, { [weak self] in self?.onWhole() }),
      (words.cancel, nil, { [weak self] in self?.onEnd(false) }),
      (words.done, "suggested-action", { [weak self] in self?.onEnd(true) }),
    ] as [(String, String?, () -> Void)] {
      let button = Button(name)
      button.addClass(style ?? "flat")
      button.focusesOnClick = false
      button.clicked.connect(body)
      cropBox.append(button)
    }
    cropBox.isVisible = false
    opacityPopover.addClass("picker-options")
    // The first press on the paper has to draw, and not just close this.
    opacityPopover.closesOnPress = false
    slider.widget.setMinimumSize(width: 220, height: 0)
    opacityPopover.setChild(slider.widget)
    opacityPopover.closeOnEscape()
    slider.onChange = { [weak self] t in
      let range = Self.opacities
      self?.onOpacity(range.lowerBound + t * (range.upperBound - range.lowerBound))
    }
  }

  func setChangeable(_ isChangeable: Bool) {
    for button in changing { button.isSensitive = isChangeable }
  }

  /// Whether the picture has lines that can become ink.
  func setConvertible(_ isConvertible: Bool) { convertButton?.isVisible = isConvertible }

  /// Opens the slider, which has the keyboard then.
  func openOpacity(_ opacity: Double) {
    showOpacity(opacity)
    opacityPopover.popUp()
    // The menu that it was chosen from gives the keyboard back to the canvas first.
    MainLoop.after(0) { [weak self] in
      guard let self, self.opacityPopover.isVisible else { return }
      self.slider.grabFocus()
    }
  }

  /// Shows the opacity that the picture has, 0 … 1.
  func showOpacity(_ opacity: Double) {
    let range = Self.opacities
    slider.show(
      max(opacity - range.lowerBound, 0) / (range.upperBound - range.lowerBound),
      percentage(opacity))
  }
}
