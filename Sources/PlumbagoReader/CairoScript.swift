import CCairo
import Glibc
import ReaderProtocol

/// What was painted on a context, as operands and operators: cairo's script surface writes it so.
///
/// CairoScript is like PostScript: operators come after what they take from the stack. Paths are in the space of the
/// surface, whatever the context's matrix is.
struct CairoScript {
  enum Token: Equatable {
    case number(Double)
    /// Of `/name` and of `//name`.
    case name(String)
    case word(String)
    case list([Double])
    /// Bytes, text, a dictionary: anything else that is one operand.
    case other
  }

  private let bytes: [UInt8]
  /// From the space of what was painted to that of the script's first surface.
  let surfaceFromPicture: ForeignTransform

  /// What is painted is turned by this, in radians.
  ///
  /// Cairo 1.16 fails at fills of nothing but horizontal and vertical lines that are no rectangle. No usual angle, so that
  /// no line becomes one of these.
  private static let turn = 0.2718

  /// Of a script: pictures within the picture are in it, too.
  static let mostBytes = 64 << 20

  /// Records what is painted within a size.
  static func recorded(
    of size: ForeignSize, by paint: (OpaquePointer) throws(ReaderFailure) -> Void
  ) throws(ReaderFailure) -> CairoScript {
    let sink = Sink()
    // What closes the device writes, too.
    defer { withExtendedLifetime(sink) {} }
    let device = cairo_script_create_for_stream(
      { closure, data, count in
        guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
        return Unmanaged<Sink>.fromOpaque(closure).takeUnretainedValue()
          .take(UnsafeBufferPointer(start: data, count: Int(count)))
      }, Unmanaged.passUnretained(sink).toOpaque())
    defer { cairo_device_destroy(device) }
    cairo_script_set_mode(device, CAIRO_SCRIPT_MODE_ASCII)
    // Room for all of it, turned about the middle.
    let side = (size.width + size.height) * 2
    let surface = cairo_script_surface_create(device, CAIRO_CONTENT_COLOR_ALPHA, side, side)
    defer { cairo_surface_destroy(surface) }
    guard let cr = cairo_create(surface) else { throw .tooLarge }
    defer { cairo_destroy(cr) }
    let (c, s) = (cos(turn), sin(turn))
    let surfaceFromPicture =
      ForeignTransform(c, s, -s, c, side / 2, side / 2)
      * ForeignTransform(1, 0, 0, 1, -size.width / 2, -size.height / 2)
    let t = surfaceFromPicture
    var matrix = cairo_matrix_t(xx: t.a, yx: t.b, xy: t.c, yy: t.d, x0: t.tx, y0: t.ty)
    cairo_transform(cr, &matrix)
    try paint(cr)
    cairo_surface_flush(surface)
    cairo_device_flush(device)
    guard !sink.isFull else { throw .tooLarge }
    guard cairo_status(cr) == CAIRO_STATUS_SUCCESS else { throw .damaged }
    return CairoScript(bytes: sink.bytes, surfaceFromPicture: surfaceFromPicture)
  }

  private final class Sink {
    private(set) var bytes: [UInt8] = []
    private(set) var isFull = false

    func take(_ part: UnsafeBufferPointer<UInt8>) -> cairo_status_t {
      isFull = isFull || bytes.count + part.count > CairoScript.mostBytes
      guard !isFull else { return CAIRO_STATUS_WRITE_ERROR }
      bytes += part
      return CAIRO_STATUS_SUCCESS
    }
  }

  /// Passes all tokens on, in order.
  func forEach(_ body: (Token) throws(ReaderFailure) -> Void) throws(ReaderFailure) {
    var scanner = Scanner(bytes[...])
    while let token = scanner.next() { try body(token) }
  }

  private struct Scanner {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func next() -> Token? {
      while let byte = rest.first {
        switch byte {
        case UInt8(ascii: "%"): skip { $0 == UInt8(ascii: "\n") }
        case UInt8(ascii: "["):
          rest.removeFirst()
          return list()
        case UInt8(ascii: "<"):
          skipAngle()
          return .other
        case UInt8(ascii: "("):
          skipText()
          return .other
        case UInt8(ascii: "/"):
          while rest.first == UInt8(ascii: "/") { rest.removeFirst() }
          return .name(word())
        case let byte where Self.separates(byte): rest.removeFirst()
        default:
          let start = rest
          if let number = number() { return .number(number) }
          rest = start
          return .word(word())
        }
      }
      return nil
    }

    private static func separates(_ byte: UInt8) -> Bool {
      byte <= 0x20 || "[]<>(){}".utf8.contains(byte)
    }

    private static func endsWord(_ byte: UInt8) -> Bool {
      separates(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "%")
    }

    private mutating func word() -> String {
      let end = rest.firstIndex { Self.endsWord($0) } ?? rest.endIndex
      defer { rest = rest[end...] }
      return String(decoding: rest[..<end], as: UTF8.self)
    }

    private mutating func skip(until isEnd: (UInt8) -> Bool) {
      rest = rest.firstIndex(where: isEnd).map { rest[$0...].dropFirst() } ?? []
    }

    /// A list whose `[` was read, without what is not a number in it.
    private mutating func list() -> Token {
      var numbers: [Double] = []
      while let byte = rest.first, byte != UInt8(ascii: "]") {
        switch next(inList: byte) {
        case .number(let number)?: numbers.append(number)
        case nil: return .list(numbers)
        default: break
        }
      }
      rest = rest.dropFirst()
      return .list(numbers)
    }

    /// As ``next()``, but lists in lists are not looked into, so that no depth of them matters.
    private mutating func next(inList byte: UInt8) -> Token? {
      guard byte <= 0x20 || byte == UInt8(ascii: "[") else { return next() }
      rest.removeFirst()
      return .other
    }

    /// A dictionary, or bytes: encoded in base 85 or as hexadecimal numbers.
    private mutating func skipAngle() {
      rest.removeFirst()
      switch rest.first {
      // The parts of a dictionary are operands of their own.
      case UInt8(ascii: "<"): skipDictionary()
      case UInt8(ascii: "~"), UInt8(ascii: "|"):
        var last: UInt8 = 0
        skip { byte in
          defer { last = byte }
          return byte == UInt8(ascii: ">") && last == UInt8(ascii: "~")
        }
      default: skip { $0 == UInt8(ascii: ">") }
      }
    }

    private mutating func skipDictionary() {
      var depth = 1
      rest.removeFirst()
      while depth > 0, let byte = rest.first {
        switch (byte, rest.dropFirst().first) {
        case (UInt8(ascii: ">"), UInt8(ascii: ">")):
          depth -= 1
          rest = rest.dropFirst(2)
        case (UInt8(ascii: "<"), UInt8(ascii: "<")):
          depth += 1
          rest = rest.dropFirst(2)
        case (UInt8(ascii: "<"), _): skipAngle()
        case (UInt8(ascii: "("), _): skipText()
        default: rest.removeFirst()
        }
      }
    }

    private mutating func skipText() {
      var depth = 0
      while let byte = rest.popFirst() {
        switch byte {
        case UInt8(ascii: "\\"): rest = rest.dropFirst()
        case UInt8(ascii: "("): depth += 1
        case UInt8(ascii: ")"):
          depth -= 1
          if depth == 0 { return }
        default: break
        }
      }
    }

    /// As cairo writes one: without an exponent, with a point in every language.
    private mutating func number() -> Double? {
      var sign = 1.0
      if rest.first == UInt8(ascii: "-") {
        sign = -1
        rest.removeFirst()
      }
      var (value, unit) = (0.0, 1.0)
      var (digits, isFraction) = (0, false)
      while let byte = rest.first, !Self.endsWord(byte) {
        rest.removeFirst()
        if byte == UInt8(ascii: "."), !isFraction {
          isFraction = true
        } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
          value = value * 10 + Double(byte - UInt8(ascii: "0"))
          if isFraction { unit *= 10 }
          digits += 1
        } else {
          return nil
        }
      }
      return digits > 0 ? sign * value / unit : nil
    }
  }
}
