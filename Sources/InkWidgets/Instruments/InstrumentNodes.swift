import Canvas
import Gtk
import InkModel

/// Paints the instrument over the paper, and keeps its node while nothing of it changes.
final class InstrumentNodes {
  private var shown: (painter: InstrumentPainter, node: RenderNode?)?

  /// - Parameters:
  ///   - instrument: `nil` for none.
  ///   - millimetres: Says a length with its unit.
  func append(
    _ instrument: Instrument?, _ view: Viewport, _ appearance: PickerAppearance,
    _ millimetres: (Double) -> String, to snapshot: OpaquePointer
  ) {
    guard let instrument else { return shown = nil }
    let reading =
      instrument.kind == .compass
      ? millimetres(instrument.millimetres(at: view.scale))
      : "\(instrument.degrees(over: view.rotation))°"
    let painter = InstrumentPainter(
      instrument: instrument, view: view.widgetBounds, scale: view.scale, reading: reading,
      appearance: appearance)
    if shown?.painter != painter { shown = (painter, painter.node) }
    shown?.node?.append(to: snapshot, at: .zero)
  }
}
