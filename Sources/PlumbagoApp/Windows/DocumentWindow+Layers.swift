import Canvas
import Gtk
import InkModel
import InkWidgets

/// The layers: their panel, their commands, and what is said where nothing can be drawn.
extension DocumentWindow {
  func connectLayers() {
    panels.add(layersPanel)
    layersPanel.perform = { [weak self] in self?.canvas.perform($0) }
    layersPanel.performAtRest = { [weak self] change in
      self?.changesAtRest.make { self?.canvas.perform(change) }
    }
    layersPanel.onLeave = { [weak self] in self?.focusCanvas() }
    overlay.onLayer = { [weak self] in self?.panels.show(LayersPanel.id) }
    showCurrentLayer()
  }

  /// Edits the name of the layer, drawing or folder that has the keyboard focus in a panel, or that of the drawing in the
  /// window.
  func rename() {
    if panels.open === layersPanel, layersPanel.renameFocused() { return }
    if panels.open === pagesPanel, pagesPanel.editFocusedLabel() { return }
    if showsLibrary, libraryPanel.renameFocused() { return }
    fullscreenBar?.reveal()
    header.editTitle()
  }

  /// A press beside the name of a layer, a page or a drawing that is edited in a panel ends that.
  func connectNames() {
    for widget in [Widget(titlebar), Widget(content)] {
      // Not of the window, which takes what a pen writes before its children get it.
      let press = ClickGesture(phase: .capture)
      // It only watches.
      press.leavesTip = true
      press.setButton(0)
      press.pressed.connect { [weak self] _, _, _ in
        defer { press.deny() }
        guard let self, let event = press.currentEvent else { return }
        // The hand of a pen that is about to write is no press.
        if event.touchSequence != nil, self.canvas.isPenNear { return }
        NameField.pressed(event)
      }
      widget.add(press)
    }
  }

  func tookLayers(_ update: CanvasUpdate) {
    layersPanel.took(update)
    if update.layersChanged {
      showCurrentLayer()
      commands.refresh()
      if document.session.closedCurrentLayer?.id != refusedLayer { messages.hide(.layer) }
    }
    if let layer = update.refused { tell(of: layer) }
  }

  private func showCurrentLayer() {
    overlay.layerName = LayerNames.name(document.session.currentLayer)
  }

  /// Says why nothing was drawn, and offers to show or unlock the layer.
  private func tell(of layer: Layer) {
    let refusal = LayerNames.refusal(layer)
    refusedLayer = layer.id
    messages.show(
      .layer, refusal.sentence,
      actions: [
        (
          refusal.button,
          { [weak self] in
            self?.messages.hide(.layer)
            self?.canvas.perform { $0.openLayer(layer.id) }
          }
        )
      ])
  }

  // MARK: Commands

  private var settings: DrawingSettings { document.session.drawing.settings }
  private var currentLayer: Layer { document.session.currentLayer }

  var showsLayers: Bool { panels.open === layersPanel }

  func showLayers(_ isShown: Bool) {
    guard isShown != showsLayers else { return }
    panels.show(isShown ? LayersPanel.id : nil)
  }

  var hasSeveralLayers: Bool { settings.layers.count > 1 }
  var canDeleteLayer: Bool { canWrite && hasSeveralLayers }
  var canMergeLayer: Bool { canWrite && document.session.layerToMerge(currentLayer.id) != nil }

  /// Whether the current layer can be moved by so many positions upwards.
  func canMoveLayer(by steps: Int) -> Bool {
    guard canWrite, let index = settings.layers.firstIndex(where: { $0.id == currentLayer.id })
    else { return false }
    return settings.layers.indices.contains(index + steps)
  }

  func moveLayer(by steps: Int) {
    let id = currentLayer.id
    guard let index = settings.layers.firstIndex(where: { $0.id == id }) else { return }
    canvas.perform { $0.moveLayer(id, to: index + steps) }
  }

  var layerIsHidden: Bool { currentLayer.isHidden }
  var layerIsLocked: Bool { currentLayer.isLocked }

  func hideLayer(_ isHidden: Bool) {
    canvas.perform { $0.setLayer($0.currentLayer.id, isHidden: isHidden) }
  }

  func lockLayer(_ isLocked: Bool) {
    canvas.perform { $0.setLayer($0.currentLayer.id, isLocked: isLocked) }
  }

  func duplicateLayer() {
    let name = LayerNames.copy(of: currentLayer)
    canvas.perform { $0.duplicateLayer($0.currentLayer.id, named: name) }
  }

  /// Merges the current layer into the one below, and says what looks different where one of them was not opaque.
  func mergeLayer() {
    let upper = currentLayer
    guard let lower = document.session.layerToMerge(upper.id) else { return }
    canvas.perform { $0.mergeLayerDown(upper.id) }
    guard upper.opacity < 1 || lower.opacity < 1 else { return }
    messages.show(
      .step,
      tr("What was on “{upper}” has the opacity of “{lower}” now.")
        .filled("upper", LayerNames.name(upper)).filled("lower", LayerNames.name(lower)),
      actions: [undoAction(of: .mergeLayer)])
  }

  func deleteLayer() { canvas.perform { $0.deleteLayer($0.currentLayer.id) } }

  /// Edits the name of the current layer, in the panel.
  func renameLayer() {
    panels.show(LayersPanel.id, focuses: false)
    layersPanel.rename(currentLayer.id)
  }

  /// Whether something that is selected is on another layer, and the current one takes it.
  var canMoveToLayer: Bool {
    guard canChangeSelection, document.session.closedCurrentLayer == nil else { return false }
    let id = currentLayer.id
    return document.session.selection?.elements.contains { $0.layer != id } ?? false
  }
}
