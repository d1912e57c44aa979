import Canvas
import InkModel
import InkRendering
import InkStore
import PageReading
import ReaderProtocol

/// Makes of a drawing that has pages of a PDF what is written into that: annotations, and pages that it lacks.
///
/// Strokes that follow each other, lie near each other and have the same ink are one annotation, as a word is: whoever
/// moves or deletes it elsewhere means all of it.
nonisolated struct AnnotationPlanner {
  let drawing: Drawing
  let blob: BlobID
  /// Of the pages of the PDF.
  let sizes: [ForeignSize]
  let contents: [ContentID: StrokeContent]
  let blobs: [BlobID: InkClip.Blob]
  let pages: ForeignSource
  /// As PDF writes it.
  let date: String
  /// What layers are called, by their numbers; empty where there is one.
  let layerNames: [Int32: String]
  /// Other documents whose pages are kept as they are.
  let others: [(blob: BlobID, sizes: [ForeignSize])]

  /// The document that a drawing was made from: that of the first page that has one.
  static func document(of drawing: Drawing) -> BlobID? {
    for page in drawing.settings.layout.pages {
      if case .document(let blob, _) = page.background { return blob }
    }
    return nil
  }

  /// Strokes of one annotation, at most.
  ///
  /// Larger: deleting one elsewhere deletes more. Smaller: a page of writing has more annotations than viewers like.
  private static let mostStrokes = 48
  /// Canvas points between strokes of one annotation, at most: the gap between letters of a word, not between words of a
  /// usual hand.
  private static let gap = 6.0
  /// Canvas points around ink, for its soft edges.
  private static let margin = 1.0
  /// Canvas points between two points of a line that viewers may draw.
  private static let step = 0.7

  func plan() throws(ExportError) -> (plan: AnnotationPlan, companion: [UInt8]) {
    let companion = CompanionDocument(drawing, pages: pages)
    var elements: [Int32: [Element]] = [:]
    for element in drawing.shownElements {
      elements[drawing.page(of: element), default: []].append(element)
    }
    let written = WrittenPages(drawing)
    var planned: [PlannedPage] = []
    for (i, page) in drawing.settings.layout.pages.enumerated() {
      let (base, seenFromCanvas, turns) = try base(of: page, i, companion)
      var annotations: [PlannedAnnotation] = []
      let groups = groups(of: elements[page.id] ?? [])
      let texts = PDFWords.texts(of: groups, onPage: i, of: written)
      do throws(RenderingError) {
        for (group, text) in zip(groups, texts) {
          let name =
            "plumbago-\(i + 1)-\(annotations.count + 1)-\(UInt64.random(in: .min ... .max))"
          if let own = try annotation(
            of: group, seenFromCanvas, name: name, text: text, companion)
          {
            annotations.append(own)
          }
        }
      } catch {
        throw .rendering(error)
      }
      planned.append(PlannedPage(base, quarterTurns: turns, annotations: annotations))
    }
    // A document without pages is none.
    do throws(RenderingError) {
      _ = try companion.add([], in: Rect(x: 0, y: 0, width: 8, height: 8), .identity)
    } catch {
      throw .rendering(error)
    }
    var plan = AnnotationPlan(pages: planned, date: date)
    plan.layers = layers.map { $0.document(titled: layerNames[$0.id] ?? $0.name) }
    return (plan, try companion.finish())
  }

  /// Those that viewers can switch, bottom first.
  private var layers: [Layer] {
    drawing.settings.layers.filter { layerNames[$0.id] != nil }
  }

  /// What a page becomes, and how it is looked at there.
  private func base(
    of page: Page, _ index: Int, _ companion: CompanionDocument
  ) throws(ExportError) -> (PlannedPage.Base, AffineTransform, turns: Int) {
    if let (kept, size) = kept(page),
      let fromSheet = page.size.fit(Vector(size.width, size.height)).inverse,
      let pageFromCanvas = drawing.settings.placement(page: page.id, layer: 0).canvasFromPage
        .inverse
    {
      return (kept, fromSheet * pageFromCanvas, page.quarterTurns)
    }
    let frame = drawing.settings.layout.frames[index]
    return (
      .added(try companion.addGround(ofPage: index)),
      .translation(Vector(-frame.minX, -frame.minY)), 0
    )
  }

  /// What a page of a document stays, and its size; `nil` for every other page.
  private func kept(_ page: Page) -> (PlannedPage.Base, ForeignSize)? {
    guard case .document(let from, let number) = page.background else { return nil }
    if from == blob {
      return sizes.indices.contains(number) ? (.own(number), sizes[number]) : nil
    }
    guard let i = others.firstIndex(where: { $0.blob == from }),
      others[i].sizes.indices.contains(number)
    else { return nil }
    return (.other(document: i, page: number), others[i].sizes[number])
  }

  // MARK: Annotations

  private func groups(of elements: [Element]) -> [[Element]] {
    var groups: [[Element]] = []
    var area = Rect.empty
    for element in elements {
      let box = element.bounds.outset(by: Self.gap)
      if let last = groups.last?.last, let count = groups.last?.count, count < Self.mostStrokes,
        let ink = element.kind.inkStroke?.ink, last.kind.inkStroke?.ink == ink,
        last.layer == element.layer, area.intersects(box)
      {
        groups[groups.count - 1].append(element)
        area = area.union(element.bounds)
      } else {
        groups.append([element])
        area = element.bounds
      }
    }
    return groups
  }

  private func annotation(
    of elements: [Element], _ seenFromCanvas: AffineTransform, name: String, text: String,
    _ companion: CompanionDocument
  ) throws(RenderingError) -> PlannedAnnotation? {
    let seen = elements.map { element in
      Element(
        id: element.id, order: element.order,
        canvasFromElement: seenFromCanvas * element.canvasFromElement, kind: element.kind)
    }
    let clip = InkClip(seen, contents: contents, blobs: blobs)
    let box = elements.reduce(Rect.empty) { $0.union(seenFromCanvas($1.bounds)) }
      .outset(by: Self.margin).roundedOut
    guard !clip.elements.isEmpty, !box.isEmpty else { return nil }
    let strokes = seen.flatMap { element in
      Self.strokes(of: element).map { (element.canvasFromElement, $0) }
    }
    let ink = strokes.first?.1.ink
    let color = ink?.color(on: .light) ?? Color(rgba: 0x0000_00FF)
    return PlannedAnnotation(
      strokes.isEmpty ? .stamp : .ink,
      appearance: try companion.add(elements, in: box, seenFromCanvas),
      box: ForeignBox(x: box.minX, y: box.minY, width: box.width, height: box.height),
      lines: strokes.flatMap { map, stroke in
        stroke.shownPoints.map { Self.line($0.map { map($0.position) }) }
      },
      color: [color.red, color.green, color.blue, color.alpha].map { Double($0) },
      width: (ink?.size ?? 1) * (strokes.first?.0.meanScale ?? 1), name: name,
      text: text, data: clip.data,
      layer: layers.firstIndex { $0.id == elements[0].layer })
  }

  private static func strokes(of element: Element) -> [Stroke] {
    if let stroke = element.kind.inkStroke { return [stroke] }
    return (element.kind.otherValue as? Shape)?.strokes ?? []
  }

  /// The points of a line that differ.
  private static func line(_ points: [Point]) -> [Double] {
    var kept: [Point] = []
    for (i, p) in points.enumerated() where p.isFinite {
      if let last = kept.last, i + 1 < points.count, p.distance(to: last) < step { continue }
      kept.append(p)
    }
    return kept.flatMap { [$0.x, $0.y] }
  }
}

nonisolated extension Layer {
  func document(titled title: String) -> DocumentLayer {
    DocumentLayer(title: title, name: name, opacity: opacity, isLocked: isLocked)
  }
}
