import Canvas
import Gtk
import InkModel

/// What the selection's bar does with a picture.
extension CanvasOverlay {
  func connectPictures() {
    selectionBar.onArranged = { [weak self] in self?.selectionMayHaveChanged() }
    let controls = selectionBar.pictures
    controls.onAction = { [weak self] action in
      guard let self else { return }
      self.selectionBar.closeMenus()
      self.act(action)
    }
    controls.onEnd = { [weak self] isKept in
      guard let self else { return }
      self.canvas.perform { $0.endPictureTrial(keeping: isKept) }
      self.canvas.widget.grabFocus()
    }
    controls.onWhole = { [weak self] in self?.canvas.perform { $0.resetCrop() } }
    controls.onOpacity = { [weak self] opacity in
      guard let self else { return }
      self.canvas.perform { $0.tryOpacity(opacity) }
      controls.showOpacity(opacity)
    }
    controls.opacityPopover.closed.connect { [weak self] in
      self?.canvas.perform { $0.crop == nil ? $0.endPictureTrial(keeping: true) : CanvasUpdate() }
    }
  }

  private func act(_ action: PictureAction) {
    switch action {
    case .crop: cropPicture()
    case .flipHorizontally: canvas.perform { $0.flipPicture(.horizontal) }
    case .flipVertically: canvas.perform { $0.flipPicture(.vertical) }
    case .opacity: showOpacityOfPicture()
    case .convertToInk, .replace, .saveOriginal, .alternativeText: onPicture(action)
    }
  }

  /// Begins to crop the selected picture; does nothing where it cannot be changed.
  public func cropPicture() {
    takeSelectionTool()
    canvas.perform { $0.beginCrop() }
    canvas.widget.grabFocus()
  }

  /// Opens the slider for the opacity of the selected picture, at the selection's bar.
  ///
  /// Where the picture is out of view, it comes into view.
  public func showOpacityOfPicture() {
    guard let element = canvas.session.selectedPicture, let picture = element.picture else {
      return
    }
    guard selectionBar.isVisible else { return canvas.view.reveal(element.bounds) }
    selectionBar.closeMenus()
    selectionBar.pictures.openOpacity(picture.opacity)
  }
}
