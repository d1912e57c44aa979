import Canvas
import InkModel
import InkStore
import Testing

extension Bench {
  /// A bench with an instrument in the window, over paper that is turned and scaled.
  static func with(
    _ instrument: Instrument, scale: Double = 1, turn: Double = 0
  ) throws -> Bench {
    let b = Bench()
    b.session.viewport.rotate(to: turn, about: b.session.viewport.center)
    b.session.viewport.zoom(to: scale, about: b.session.viewport.center)
    b.take(b.session.showInstrument(instrument.kind))
    b.take(b.session.placeInstrument(instrument))
    _ = try #require(b.session.instrument)
    return b
  }

  /// The points of the last stroke, in widget points.
  func lastLine() throws -> [Point] {
    let element = try #require(all.last)
    guard case .stroke(let stroke) = element.kind else { return [] }
    let widgetFromElement = session.viewport.widgetFromCanvas * element.canvasFromElement
    return stroke.path.points.map { widgetFromElement($0.position) }
  }

  /// The samples that the last stroke is kept with, in widget points.
  func lastSamples() throws -> [Point] {
    guard case .commit(_, let edit) = try #require(told.last) else { return [] }
    let widgetFromCanvas = session.viewport.widgetFromCanvas
    return try #require(edit.contents.last).samples.map { widgetFromCanvas($0.position) }
  }
}
