import InkModel
import InkStore

extension MetadataKey {
  /// The ``InkModel/Layer/id`` of the layer that tools work on, in decimal.
  static let currentLayer = MetadataKey(rawValue: "current-layer")
}

/// The layers, and the one that tools work on.
///
/// Tools draw and erase on ``currentLayer`` alone. What selects, and so what moves, copies and deletes the selection, works on
/// all layers that show and are not locked.
///
/// Which layer is current is a fact of the session: no step of the history, and kept in the file's metadata. Where a step
/// removes the current layer, the one that was chosen before it and is there is current again. Where none was chosen, the
/// topmost that can be drawn on is; the first step of layers chooses it, so that hiding or locking layers changes nothing.
///
/// Each command is one step. Nothing happens while a tool is down, and in a drawing that takes no change.
extension CanvasSession {
  /// The layer that tools work on.
  public var currentLayer: Layer {
    let settings = drawing.settings
    for id in chosenLayers { if let layer = settings.layer(id) { return layer } }
    let topmost = settings.layers.last { !$0.isHidden && !$0.isLocked }
    return topmost ?? settings.layers[settings.layers.count - 1]
  }

  /// Whether layers can be changed now.
  public var canChangeLayers: Bool { !isReadOnly && !isBusy && selectionMotion == nil }

  /// The current layer where nothing can be drawn on it: it is hidden or locked, or both.
  public var closedCurrentLayer: Layer? {
    let layer = currentLayer
    return layer.isHidden || layer.isLocked ? layer : nil
  }

  /// Makes a layer the one that tools work on.
  public func chooseLayer(_ id: Int32) -> CanvasUpdate {
    guard !isBusy, drawing.settings.layer(id) != nil,
      currentLayer.id != id || chosenLayers.isEmpty
    else { return CanvasUpdate() }
    // What fingers drew before belongs to the layer before.
    var update = settleAll()
    choose(id, &update)
    return update
  }

  private func choose(_ id: Int32, _ update: inout CanvasUpdate) {
    chosenLayers.removeAll { $0 == id }
    chosenLayers.insert(id, at: 0)
    if !isReadOnly { update.commands.append(.setMetadata(.currentLayer, String(id))) }
    update.layersChanged = true
  }

  // MARK: Steps

  /// What a command on layers changes.
  private struct LayerEdit {
    var settings: DrawingSettings
    var removed: [Element] = []
    var inserted: [Element] = []
    /// The layer that is current afterwards; `nil` for the one that is.
    var current: Int32?
  }

  /// Makes a step.
  ///
  /// - Parameter make: Returns `nil` where nothing is to change.
  private func changeLayers(
    _ label: EditLabel, _ make: (DrawingSettings) -> LayerEdit?
  ) -> CanvasUpdate {
    shared.takeTurn(self)
    var update = tryOut(nil)
    guard canChangeLayers else { return update }
    update.merge(settleAll())
    guard let new = make(drawing.settings), new.settings != drawing.settings else { return update }
    let unchosen = chosenLayers.isEmpty ? currentLayer.id : nil
    let edit = DrawingEdit(
      label: label, removed: new.removed, inserted: new.inserted,
      settings: SettingsChange(before: drawing.settings, after: new.settings))
    let moved = apply(edit)
    follow(edit, &update)
    update.damage.append(edit.damage.union(moved))
    record(edit, into: &update)
    if let current = new.current ?? unchosen { choose(current, &update) }
    tookLayers(&update)
    return update
  }

  private func changeLayer(
    _ id: Int32, _ label: EditLabel, _ change: (inout Layer) -> Void
  ) -> CanvasUpdate {
    changeLayers(label) { LayerEdit(settings: $0.changing(id, change)) }
  }

  /// Follows a change of the layers: the selection is of layers that show and are not locked.
  func tookLayers(_ update: inout CanvasUpdate) {
    update.settingsChanged = true
    update.layersChanged = true
    guard let before = selection else { return }
    let closed = drawing.settings.closedLayers
    let open = before.elements.filter { !closed.contains($0.layer) }.map {
      drawing.settings.placed($0)
    }
    guard open != before.elements else { return }
    selection = Selection(open, rotation: -viewport.rotation)
    update.selectionChanged = true
  }

  /// Adds an empty layer next above the current one, and makes it the current one.
  public func addLayer(named name: String = "") -> CanvasUpdate {
    let current = currentLayer.id
    return changeLayers(.addLayer) { settings in
      var after = settings
      let below = settings.layers.firstIndex { $0.id == current } ?? settings.layers.count - 1
      let layer = Layer(
        id: settings.newLayerID,
        order: settings.layerOrder(at: below + 1, among: settings.layers),
        name: Layer.cleaned(name))
      after.layers.append(layer)
      return LayerEdit(settings: after, current: layer.id)
    }
  }

  public func renameLayer(_ id: Int32, to name: String) -> CanvasUpdate {
    changeLayer(id, .renameLayer) { $0.name = Layer.cleaned(name) }
  }

  /// Moves a layer to a position among all, counted from the bottom.
  public func moveLayer(_ id: Int32, to index: Int) -> CanvasUpdate {
    changeLayers(.reorderLayer) { settings in
      let others = settings.layers.filter { $0.id != id }
      guard others.count < settings.layers.count,
        settings.layers.firstIndex(where: { $0.id == id }) != index
      else { return nil }
      let order = settings.layerOrder(at: min(max(index, 0), others.count), among: others)
      return LayerEdit(settings: settings.changing(id) { $0.order = order })
    }
  }

  public func setLayer(_ id: Int32, isHidden: Bool) -> CanvasUpdate {
    changeLayer(id, isHidden ? .hideLayer : .showLayer) { $0.isHidden = isHidden }
  }

  public func setLayer(_ id: Int32, isLocked: Bool) -> CanvasUpdate {
    changeLayer(id, isLocked ? .lockLayer : .unlockLayer) { $0.isLocked = isLocked }
  }

  /// Shows and unlocks a layer, as one step, so that it can be drawn on.
  public func openLayer(_ id: Int32) -> CanvasUpdate {
    let isHidden = drawing.settings.layer(id)?.isHidden ?? false
    return changeLayer(id, isHidden ? .showLayer : .unlockLayer) {
      $0.isHidden = false
      $0.isLocked = false
    }
  }

  /// - Parameter opacity: 0 … 1, rounded to hundredths.
  public func setLayer(_ id: Int32, opacity: Double) -> CanvasUpdate {
    changeLayer(id, .layerOpacity) { $0.opacity = (opacity * 100).rounded() / 100 }
  }

  /// Adds a copy of a layer with all that is on it above it, and makes it the current one.
  public func duplicateLayer(_ id: Int32, named name: String) -> CanvasUpdate {
    changeLayers(.duplicateLayer) { settings in
      guard let index = settings.layers.firstIndex(where: { $0.id == id }) else { return nil }
      var copy = settings.layers[index]
      copy.id = settings.newLayerID
      copy.order = settings.layerOrder(at: index + 1, among: settings.layers)
      copy.name = Layer.cleaned(name)
      var after = settings
      after.layers.append(copy)
      let elements = drawing.elements(ofLayer: id).map {
        $0.version(takeElement(), layer: copy.id, order: $0.order)
      }
      return LayerEdit(settings: after, inserted: elements, current: copy.id)
    }
  }

  /// The layer that another one would be merged into: the next below, where both show and none is locked.
  public func layerToMerge(_ id: Int32) -> Layer? {
    guard let layer = drawing.settings.layer(id), let below = drawing.settings.layer(below: id),
      ![layer, below].contains(where: { $0.isHidden || $0.isLocked })
    else { return nil }
    return below
  }

  /// Puts all that is on a layer above all that is on the next lower one, and removes the layer.
  ///
  /// Of opaque layers that changes no pixel. Else what is moved has the opacity of the lower one.
  public func mergeLayerDown(_ id: Int32) -> CanvasUpdate {
    guard let below = layerToMerge(id) else { return CanvasUpdate() }
    return changeLayers(.mergeLayer) { settings in
      var after = settings
      after.layers.removeAll { $0.id == id }
      let old = Array(drawing.elements(ofLayer: id))
      let new = zip(old, drawing.orders(above: old, in: below.id)).map {
        $0.version(takeElement(), layer: below.id, order: $1)
      }
      return LayerEdit(
        settings: after, removed: old, inserted: new,
        current: currentLayer.id == id ? below.id : nil)
    }
  }

  /// Removes a layer with all that is on it; not the last one.
  public func deleteLayer(_ id: Int32) -> CanvasUpdate {
    changeLayers(.deleteLayer) { settings in
      guard settings.layers.count > 1,
        let index = settings.layers.firstIndex(where: { $0.id == id })
      else { return nil }
      var after = settings
      after.layers.remove(at: index)
      return LayerEdit(
        settings: after, removed: Array(drawing.elements(ofLayer: id)),
        current: currentLayer.id == id ? after.layers[max(index - 1, 0)].id : nil)
    }
  }

  /// Moves the selection to a layer that shows and is not locked: above what is there, highlighters below it.
  public func moveSelection(toLayer id: Int32) -> CanvasUpdate {
    guard beginsToChangeSelection(), let all = selection?.elements,
      let layer = drawing.settings.layer(id), !layer.isHidden, !layer.isLocked
    else { return CanvasUpdate() }
    let old = all.filter { $0.layer != id }
    guard !old.isEmpty else { return CanvasUpdate() }
    let new = zip(old, drawing.orders(for: old, in: id)).map {
      drawing.settings.placed($0.version(takeElement(), layer: id, order: $1))
    }
    let update = perform(DrawingEdit(label: .moveToLayer, removed: old, inserted: new))
    guard update.selectionChanged else { return update }
    let kept = all.filter { $0.layer == id }
    selection?.become((kept + new).sorted { $0.paintsBelow($1) }, moved: .identity)
    return update
  }

  // MARK: Ink

  /// Ink as it is shown on a layer while it is wet: as faint as the layer.
  func ink(_ ink: Ink, shownOn layer: Layer) -> Ink {
    guard layer.opacity < 1 else { return ink }
    var faint = ink
    faint.color.alpha = UInt8((Double(ink.color.alpha) * layer.opacity).rounded())
    return faint
  }

  /// The paper whose colours a mark has that begins at a point: light paper over documents and pictures (S57).
  ///
  /// So it is shown until it is dry; dry ink has them area by area.
  ///
  /// - Parameters:
  ///   - paper: That the view is shown with.
  ///   - start: In canvas space.
  ///   - layer: That it is drawn on; `nil` for the current one.
  public func paper(
    _ paper: PaperStyle, from start: Point?, onLayer layer: Int32? = nil
  ) -> PaperStyle {
    guard paper != .light, let start else { return paper }
    return drawing.isForeign(at: start, onLayer: layer ?? currentLayer.id) ? .light : paper
  }

  /// The band in which a mark at a point is shown until it is dry: above all ink over documents and pictures.
  ///
  /// They are in the same pixels as the dry ink, so that what is shown below that is covered by them.
  ///
  /// - Parameters:
  ///   - start: In canvas space.
  ///   - layer: That it is drawn on; `nil` for the current one.
  public func shownBand(
    of ink: Ink, from start: Point?, onLayer layer: Int32? = nil
  ) -> LayerBand {
    let band = StockBrushes.family(of: ink).band
    guard band == .below, let start,
      drawing.isForeign(at: start, onLayer: layer ?? currentLayer.id)
    else { return band }
    return .above
  }
}

extension Layer {
  /// The most characters of a name.
  public static let longestName = 100

  /// A name on one line, without blanks around it, and not too long.
  static func cleaned(_ name: String) -> String {
    let words = name.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
    let start = words.drop { $0.isWhitespace }
    var end = start.prefix(longestName)
    while end.last?.isWhitespace == true { end.removeLast() }
    return String(end)
  }
}

/// A contact that would change ink on a layer that is hidden or locked: it does nothing, and the update tells why.
final class RefusedActivity: Activity {
  private let layer: Layer
  var isBusy: Bool { false }

  init(_ layer: Layer, _ contact: ContactID, into update: inout CanvasUpdate) {
    self.layer = layer
    // A finger may be the first of several that move the view: it tells when it lifts.
    if contact.tool.kind != .finger { update.refused = layer }
  }

  func move(
    _ settled: [StylusSample], tip: StylusSample?, in session: CanvasSession,
    into update: inout CanvasUpdate
  ) {}

  func end(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult? {
    update.refused = layer
    return nil
  }

  func cancel(in session: CanvasSession, into update: inout CanvasUpdate) {}
}
