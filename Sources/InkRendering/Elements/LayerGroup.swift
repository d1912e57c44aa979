import CCairo
import InkModel

/// Elements of one layer that follow each other, painted as a whole.
struct LayerGroup {
  /// `nil` for elements of layers that the drawing does not have.
  var layer: Layer?
  var elements: [Element]

  /// Of the group, 0 … 1.
  var opacity: Double { layer?.opacity ?? 1 }
}

extension DrawingSettings {
  /// Elements in layer order as the groups that are composited: one for each layer that shows, bottom first.
  func groups(of elements: [Element]) -> [LayerGroup] {
    // Most drawings.
    if layers.count == 1, layers[0].opacity == 1, !layers[0].isHidden {
      return elements.isEmpty ? [] : [LayerGroup(layer: layers[0], elements: elements)]
    }
    var groups: [LayerGroup] = []
    var start = 0
    for end in 1..<max(elements.count, 1) + 1 where end <= elements.count {
      guard end == elements.count || elements[end].layer != elements[start].layer else { continue }
      let layer = layer(elements[start].layer)
      if layer?.isHidden != true, layer?.opacity != 0 {
        groups.append(LayerGroup(layer: layer, elements: Array(elements[start..<end])))
      }
      start = end
    }
    return groups
  }
}

extension [LayerGroup] {
  /// Paints the groups onto pixels.
  ///
  /// - Parameters:
  ///   - cr: A context in device pixels, without a transform of its own.
  ///   - scratch: A transparent surface as large as what `cr` paints on, for a group that is not opaque. The caller of this
  ///     makes it and this destroys it.
  ///   - paint: Paints one element on a context like `cr`; false stops all.
  /// - Returns: Whether all of it is painted.
  func paint(
    on cr: OpaquePointer, scratch: () throws(RenderingError) -> OpaquePointer?,
    _ paint: (InkModel.Element, OpaquePointer) -> Bool
  ) throws(RenderingError) -> Bool {
    for group in self {
      if group.opacity == 1 {
        for element in group.elements where !paint(element, cr) { return false }
        continue
      }
      guard let surface = try scratch() else { continue }
      defer { cairo_surface_destroy(surface) }
      let own = cairo_create(surface)!
      defer { cairo_destroy(own) }
      for element in group.elements where !paint(element, own) { return false }
      let status = cairo_status(own)
      guard status == CAIRO_STATUS_SUCCESS else {
        throw RenderingError(call: "cairo_fill", status: status)
      }
      cairo_save(cr)
      cairo_set_source_surface(cr, surface, 0, 0)
      cairo_paint_with_alpha(cr, group.opacity)
      cairo_restore(cr)
    }
    return true
  }

  /// Paints the groups into a vector format.
  ///
  /// - Parameters:
  ///   - cr: A context in canvas space.
  ///   - paint: Paints one element on it.
  func paintVectors(
    on cr: OpaquePointer, _ paint: (InkModel.Element) throws(RenderingError) -> Void
  ) throws(RenderingError) {
    for group in self {
      let isWhole = group.opacity < 1
      if isWhole { cairo_push_group(cr) }
      do throws(RenderingError) {
        for element in group.elements { try paint(element) }
      } catch {
        if isWhole { cairo_pattern_destroy(cairo_pop_group(cr)) }
        throw error
      }
      guard isWhole else { continue }
      cairo_pop_group_to_source(cr)
      cairo_paint_with_alpha(cr, group.opacity)
    }
  }
}

// MARK: SVG

extension LayerGroup {
  /// What names layers as Inkscape does, which others read as well.
  static let svgNamespace = "xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\""

  /// The start of the group's element; `nil` where it needs none.
  ///
  /// - Parameter isNamed: Whether the file declares ``svgNamespace`` and tells the layers by name.
  func svgTag(isNamed: Bool) -> String? {
    var tag = "<g"
    if isNamed, let layer {
      tag += " id=\"layer\(layer.id)\" inkscape:groupmode=\"layer\""
      if !layer.name.isEmpty { tag += " inkscape:label=\"\(SVGExporter.escaped(layer.name))\"" }
    }
    if opacity < 1 { tag += " opacity=\"\(Double((opacity * 1000).rounded()) / 1000)\"" }
    return tag == "<g" ? nil : tag + ">\n"
  }
}
