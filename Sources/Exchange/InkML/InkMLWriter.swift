import InkModel

/// Writes ink as InkML: positions in points, force, the pen's angles and time of each point of a line as it shows.
///
/// What other programs do not know stays for ``InkMLReader``: the brush, and the size of a page, each in an attribute that
/// they pass over.
enum InkMLWriter {
  static func write(_ document: ExchangeDocument) -> [UInt8] {
    var out = """
      <?xml version="1.0" encoding="UTF-8"?>
      <ink xmlns="http://www.w3.org/2003/InkML">
      <annotation type="title">\(XMLText.escaped(document.title))</annotation>
      <definitions>
      <traceFormat xml:id="format">
      <channel name="X" type="decimal" units="pt"/>
      <channel name="Y" type="decimal" units="pt"/>
      <channel name="F" type="decimal" min="0" max="1"/>
      <channel name="OA" type="decimal" units="deg"/>
      <channel name="OE" type="decimal" units="deg"/>
      <channel name="T" type="decimal" units="s"/>
      </traceFormat>

      """
    // An ink is named where it is first used.
    var inks: [Ink: Int] = [:]
    for case .stroke(let stroke, _) in document.pages.flatMap(\.items).map(\.content)
    where inks[stroke.ink] == nil {
      let number = inks.count
      inks[stroke.ink] = number
      out += brush(stroke.ink, number)
    }
    out += "<context xml:id=\"pen\" traceFormatRef=\"#format\"/>\n</definitions>\n"
    for page in document.pages {
      if let size = page.size {
        out +=
          "<traceGroup xmlns:p=\"https://plumbago.org/inkml\" "
          + "p:pageSize=\"\(XMLText.number(size.width)) \(XMLText.number(size.height))\">\n"
      }
      for item in page.items {
        guard case .stroke(let stroke, _) = item.content else { continue }
        for points in stroke.shownPoints {
          out += trace(points, inks[stroke.ink] ?? 0, item.pageFromElement)
        }
      }
      if page.size != nil { out += "</traceGroup>\n" }
    }
    out += "</ink>\n"
    return Array(out.utf8)
  }

  private static func brush(_ ink: Ink, _ number: Int) -> String {
    let color = XournalColor.text(ink.color).dropLast(2)
    return """
      <brush xml:id="brush\(number)">
      <brushProperty name="width" value="\(XMLText.number(ink.size))" units="pt"/>
      <brushProperty name="height" value="\(XMLText.number(ink.size))" units="pt"/>
      <brushProperty name="color" value="\(color)"/>
      <brushProperty name="transparency" value="\(255 - Int(ink.color.alpha))"/>
      <brushProperty name="plumbago-brush" value="\(XMLText.escaped(ink.brush)) \(ink.brushVersion)"/>
      </brush>

      """
  }

  private static func trace(
    _ points: [StrokePoint], _ brush: Int, _ t: AffineTransform
  ) -> String {
    let turn = t.angle
    let rows = points.map { point in
      let p = t(point.position)
      let azimuth = (Double(point.azimuth) + turn) * 180 / .pi
      return [
        XMLText.number(p.x), XMLText.number(p.y), XMLText.number(Double(point.force)),
        XMLText.number(azimuth, digits: 2),
        XMLText.number(Double(point.altitude) * 180 / .pi, digits: 2),
        XMLText.number(Double(point.timeOffset)),
      ].joined(separator: " ")
    }
    return "<trace contextRef=\"#pen\" brushRef=\"#brush\(brush)\">"
      + rows.joined(separator: ", ") + "</trace>\n"
  }
}
