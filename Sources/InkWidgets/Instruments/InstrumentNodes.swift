import Canvas
import Gtk
import InkModel

/// Paints the instrument over the paper, and keeps its node while nothing of it changes.
final class InstrumentNodes {
  private var shown: (painter: InstrumentPainter, node: RenderNode?)?
  /// The width of the box around the reading of the compass that was shown last, in widget points;
  /// `nil` where none was.
  private(set) var readingWidth: Double?

  /// - Parameters:
  ///   - instrument: `nil` for none.
  ///   - millimetres: Says a length with its unit.
  func append(
    _ instrument: Instrument?, _ view: Viewport, _ appearance: PickerAppearance,
    _ millimetres: (Double) -> String, to snapshot: OpaquePointer
  ) {
    guard let instrument else { return shown = nil }
    let reading =
      switch instrument.kind {
      case .ruler, .setSquare: "\(instrument.degrees(over: view.rotation))°"
      case .compass: millimetres(instrument.millimetres(at: view.scale))
      }
    let painter = InstrumentPainter(instrument, over: view, reading: reading, appearance)
    if shown?.painter != painter {
      shown = (painter, painter.node)
      if instrument.kind == .compass { readingWidth = painter.readingWidth }
    }
    shown?.node?.append(to: snapshot, at: .zero)
  }
}
