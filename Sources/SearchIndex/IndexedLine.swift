import InkModel
import InkStore
import PageReading

/// Where a line of the index comes from.
public enum LineSource: Int, Sendable {
  /// The drawing's name; on no page.
  case title = 0
  /// Read from ink.
  case ink = 1
  case textBox = 2
  /// A page of a document.
  case document = 3
}

/// A line as a row of the index has it.
struct IndexedLine {
  /// Tells lines of a drawing apart that have the same source: ``InkText/key`` of ink.
  var key: Int64
  var source: LineSource
  /// From 1 on, 0 where there are no pages.
  var page: Int
  var line: TextLine

  /// The words of the best reading, as they are searched for.
  var best: [String] { SearchTokens.of(line.text) }

  /// Those of the others that the best one does not have.
  var weaker: [String] {
    let known = Set(best)
    return Array(Set(line.others.flatMap { SearchTokens.of($0.text) }).subtracting(known)).sorted()
  }
}

/// The boxes of a line's words and its other readings as bytes.
///
/// Half points are exact enough to light a word up, and a word takes five or six bytes: each box is kept by how it differs from
/// the one before, as numbers of variable length.
enum LineCodec {
  private static let steps = 2.0

  static func bytes(of line: TextLine) -> [UInt8] {
    var out = ByteWriter()
    var last = (x: Int64(0), y: Int64(0), height: Int64(0))
    for word in line.words {
      let (x, y) = (quantized(word.box.minX), quantized(word.box.minY))
      let (width, height) = (quantized(word.box.maxX) - x, quantized(word.box.maxY) - y)
      out.write(zigzag: x - last.x)
      out.write(zigzag: y - last.y)
      out.write(zigzag: width)
      out.write(zigzag: height - last.height)
      last = (x + width, y, height)
    }
    for other in line.others {
      out.write(varint: UInt64(other.replaced.lowerBound))
      out.write(varint: UInt64(other.replaced.count))
      out.write(text: other.text)
    }
    return out.bytes
  }

  private static func quantized(_ x: Double) -> Int64 {
    // A cache may be wrong about what lies beyond all paper.
    x.isFinite ? Int64((max(-1e9, min(1e9, x)) * steps).rounded()) : 0
  }

  /// `nil` where the bytes do not belong to the text.
  static func line(_ text: String, _ bytes: UnsafeRawBufferPointer) -> TextLine? {
    var reader = ByteReader(bytes)
    var line = TextLine([])
    var last = (x: Int64(0), y: Int64(0), height: Int64(0))
    do throws(CodecError) {
      for word in text.split(separator: " ") {
        let x = last.x &+ (try reader.zigzag())
        let y = last.y &+ (try reader.zigzag())
        let width = try reader.zigzag()
        let height = last.height &+ (try reader.zigzag())
        last = (x &+ width, y, height)
        line.words.append(
          TextLine.Word(
            String(word),
            box: Rect(
              x: Double(x) / steps, y: Double(y) / steps, width: Double(width) / steps,
              height: Double(height) / steps)))
      }
      while reader.remaining > 0 {
        let start = try reader.varint()
        let count = try reader.varint()
        guard start <= UInt64(line.words.count), count <= UInt64(line.words.count) - start else {
          return nil
        }
        line.others.append(
          TextLine.Reading(replaced: Int(start)..<Int(start + count), text: try reader.text()))
      }
    } catch {
      return nil
    }
    return line
  }
}
