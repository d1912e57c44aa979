import InkModel
import InkTestSupport
import Testing

@testable import InkStore

@Suite struct InkClipTests {
  /// Strokes of all sorts, moved, recoloured and erased in part.
  private static func clip(seed: UInt64) -> InkClip {
    var document = RandomDocument(seed: seed)
    document.erasesInPart = true
    var contents: [ContentID: StrokeContent] = [:]
    // No clip is empty.
    for round in 0... {
      if round >= 60, !document.drawing.isEmpty { break }
      if case .commit(_, let edit) = document.next() {
        for content in edit.contents { contents[content.id] = content }
      }
    }
    return InkClip(
      document.drawing.elements.map { element in
        element.version(element.id, moved: .rotation(0.3) * .scale(1.7))
      }, contents: contents)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `a clip comes back from its bytes as it was`(seed: UInt64) throws {
    let clip = Self.clip(seed: seed)
    let read = try #require(InkClip(data: clip.data))
    #expect(read.elements.count == clip.elements.count)
    for (a, b) in zip(read.elements, clip.elements) {
      #expect(a.kind == b.kind && a.canvasFromElement == b.canvasFromElement && a.id == b.id)
    }
    #expect(
      read.contents
        == clip.contents.map {
          var content = $0
          content.samples = content.samples.map(\.roundedForFile)
          return content
        })
    // In the order in which they are painted.
    #expect(zip(read.elements, read.elements.dropFirst()).allSatisfy { $0.paintsBelow($1) })
  }

  @Test func `bytes that are no clip, or not all of one, or of a version to come are refused`() {
    let good = Self.clip(seed: 5).data
    #expect(InkClip(data: []) == nil)
    #expect(InkClip(data: Array("plumbink".utf8)) == nil)
    #expect(InkClip(data: Array("<svg/>".utf8)) == nil)
    for n in stride(from: 0, to: good.count, by: max(good.count / 97, 1)) {
      #expect(InkClip(data: Array(good.prefix(n))) == nil)
    }
    var newer = good
    newer[8] = 4
    #expect(InkClip(data: sealed(newer)) == nil)
    #expect(InkClip(data: sealed(good)) != nil)
  }

  /// With a checksum that is right.
  private func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var out = ByteWriter(bytes: Array(bytes.dropLast(4)))
    var sum = Checksum()
    out.bytes.withUnsafeBytes { sum.add($0) }
    out.write(word: sum.value)
    return out.bytes
  }

  @Test func `bytes that were made to do harm are refused or are ink that can be drawn`() {
    let good = Self.clip(seed: 6).data
    var g = SeededGenerator(seed: 7)
    var refused = 0
    for _ in 0..<1500 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &g) {
        bytes[Int.random(in: 9..<bytes.count - 4, using: &g)] = UInt8.random(
          in: .min ... .max, using: &g)
      }
      guard let clip = InkClip(data: sealed(bytes)) else {
        refused += 1
        continue
      }
      for element in clip.elements {
        #expect(element.bounds.corners.allSatisfy { $0.isFinite })
        #expect(element.canvasFromElement.inverse != nil)
      }
    }
    #expect(refused > 1000)
  }

  @Test func `elements with numbers that no file has are not copied, the others are`() throws {
    let good = Self.clip(seed: 3).elements
    let wild = good.flatMap { element -> [Element] in
      guard case .stroke(let stroke) = element.kind else { return [] }
      let half = stroke.path.span.upperBound / 2
      let times = [Float.nan, .infinity, -.infinity].map { time in
        var broken = stroke
        broken.path.points[0].timeOffset = time
        broken.spans = [0...half]
        return broken
      }
      let spans = [[-1e300...1e300], [half...half + 1e12], [0...half, 0...half]].map { spans in
        var broken = stroke
        broken.spans = spans
        return broken
      }
      return (times + spans).map { broken in
        var copy = element
        copy.kind = .stroke(broken)
        return copy
      }
    }
    #expect(wild.count >= 6 && InkClip(wild, contents: [:]).elements.isEmpty)
    #expect(InkClip(wild + good, contents: [:]).elements.count == good.count)
  }

  @Test func `what was erased of a stroke does not leave its drawing`() throws {
    let path = StrokePath(
      (0...100).map { StrokePoint(x: Float($0), y: 0, timeOffset: Float($0) / 100) })
    let samples = (0...100).map {
      StylusSample(position: Point(Double($0), 0), time: Double($0) / 100)
    }
    let content = StrokeContent(
      id: ContentID(9), tool: StylusTool(.pen), samples: samples, path: path, modelerVersion: 1,
      seed: 3)
    let stroke = Stroke(
      content: content.id, ink: .standard, path: path, seed: 3, spans: [10...20, 60...70])
    let element = Element(id: ElementID(5), order: .first, kind: .stroke(stroke))
    let clip = InkClip([element], contents: [content.id: content])
    let kept = try #require(clip.contents.first)
    #expect(
      kept.samples.allSatisfy {
        (10...20.1).contains($0.position.x) || (60...70.1).contains($0.position.x)
      })
    #expect(kept.samples.count == 22)
    guard case .stroke(let copy) = try #require(clip.elements.first).kind else {
      Issue.record("of another kind")
      return
    }
    #expect(copy.path.points.count == 22)
    #expect(copy.shownPoints == stroke.shownPoints)
  }
}
