import InkModel

/// The strokes of a session that are shown and are no elements of the drawing yet: those that are being
/// drawn, and those that fingers have left.
///
/// A view of the session: strokes are copied when one is accessed, and not before.
public struct WetStrokes: Sequence {
  public typealias Element = (key: ContactID, value: WetStroke)

  let session: CanvasSession

  public var isEmpty: Bool { !session.activities.hasStroke && !session.provisional.hasStroke }

  public var count: Int { Array(self).count }

  public subscript(contact: ContactID) -> WetStroke? {
    session.activities[contact]?.stroke?.wet ?? session.provisional.stroke(of: contact)
  }

  public func makeIterator() -> IndexingIterator<[Element]> {
    let drawn = session.activities.compactMap { entry -> Element? in
      entry.activity.stroke.map { (entry.contact, $0.wet) }
    }
    let left = session.provisional.results.compactMap { entry -> Element? in
      if case .stroke(let stroke) = entry.result { (entry.contact, stroke) } else { nil }
    }
    return (left + drawn).makeIterator()
  }
}
