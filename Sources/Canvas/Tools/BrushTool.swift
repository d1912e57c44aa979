import InkModel

extension ToolDefinition {
  /// Draws with the brush family of this name, in the ink that the picker has for it.
  static func brush(_ brush: String, name: String, key: String?) -> ToolDefinition {
    var definition = ToolDefinition(.brush(brush), name: name, key: key) {
      contact, tip, session, update in
      let wet = WetStroke(
        tool: contact.tool, ink: session.picker.ink, seed: session.nextSeed(),
        stabilizer: session.stabilizer, forceCurve: session.forceCurve,
        guide: session.guide(at: tip.position, of: contact.tool.kind)?
          .mapped(by: session.viewport.canvasFromWidget))
      return StrokeActivity(contact, wet, at: tip, in: session, into: &update)
    }
    definition.options = [.size, .opacity]
    definition.changesInk = true
    let standard = ToolPicker.standardInk(brush).size
    definition.sizes = standard / 4...standard * 10
    definition.presets = [0.4, 0.7, 1, 1.8, 3.2].map { (standard * $0 * 10).rounded() / 10 }
    definition.size = { $0.ink(of: brush).size }
    definition.setSize = { picker, size in picker.change(brush) { $0.size = size } }
    definition.preview = { session, sample in
      let mapped = sample.mapped(by: session.viewport.canvasFromWidget)
      guard mapped.position.isFinite else { return nil }
      let altitude = mapped.altitude ?? StrokePoint.defaultAltitude
      // The azimuth that a stroke beginning here would use.
      var lean = SteadyAzimuth()
      let azimuth = mapped.azimuth.map { lean.update($0, altitude: altitude, after: 0) }
      let point = StrokePoint(
        x: Float(mapped.position.x), y: Float(mapped.position.y),
        force: session.forceCurve(HoverPreview.force), altitude: altitude,
        azimuth: azimuth ?? StrokePoint.defaultAzimuth,
        barrel: mapped.roll.map { StrokePoint.barrel(roll: $0) })
      return .mark(session.ink(session.picker.ink, shownOn: session.currentLayer), point)
    }
    return definition
  }
}
