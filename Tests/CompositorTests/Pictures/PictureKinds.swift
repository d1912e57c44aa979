import CGtk
import Foundation
import TabletCompositor

/// The kinds of pictures that can be placed, each with a file of 200 by 160 pixels, a quarter of it in each of four colours.
enum PictureKind: String, CaseIterable, Sendable {
  case png
  case jpeg
  case webp
  case gif
  case tiff
  case svg

  static let width = 200
  static let height = 160

  /// From the left to the right and from the top to the bottom; no colour of what frames a selection.
  static let quarters = [
    Pixel(0xFF_00_00), Pixel(0x00_FF_00), Pixel(0xFF_00_FF), Pixel(0xFF_FF_00),
  ]

  var mediaType: String { self == .svg ? "image/svg+xml" : "image/" + rawValue }
  var fileName: String { "quarters." + (self == .jpeg ? "jpg" : rawValue) }

  /// The index of a pixel's colour.
  private static func quarter(_ x: Int, _ y: Int) -> Int {
    (x < width / 2 ? 0 : 1) + (y < height / 2 ? 0 : 2)
  }

  /// The bytes of the file; empty where this machine cannot make it.
  var bytes: [UInt8] {
    switch self {
    case .png, .jpeg, .tiff: pixels
    case .webp: Self.losslessWebP
    case .gif: Self.uncompressedGIF
    case .svg: Self.shapes
    }
  }

  private var pixels: [UInt8] {
    guard
      let pixbuf = gdk_pixbuf_new(
        GDK_COLORSPACE_RGB, 0, 8, Int32(Self.width), Int32(Self.height)),
      let base = gdk_pixbuf_get_pixels(pixbuf)
    else { return [] }
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        let color = Self.quarters[Self.quarter(x, y)]
        base[y * stride + x * 3] = color.red
        base[y * stride + x * 3 + 1] = color.green
        base[y * stride + x * 3 + 2] = color.blue
      }
    }
    var buffer: UnsafeMutablePointer<CChar>?
    var count: gsize = 0
    guard gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &count, rawValue, nil, nil, nil) != 0,
      let buffer
    else { return [] }
    defer { g_free(buffer) }
    return Array(UnsafeRawBufferPointer(start: buffer, count: Int(count)))
  }

  private static let shapes = Array(
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="200" height="160">
    <rect width="100" height="80" fill="#f00"/><rect x="100" width="100" height="80" fill="#0f0"/>
    <rect y="80" width="100" height="80" fill="#f0f"/>
    <rect x="100" y="80" width="100" height="80" fill="#ff0"/>
    </svg>
    """.utf8)

  /// GIF89a: codes of eight bits, which never become longer since the table is cleared often enough.
  private static let uncompressedGIF: [UInt8] = {
    var bytes = Array("GIF89a".utf8)
    bytes += [UInt8(width), 0, UInt8(height), 0, 0x80 | 6, 0, 0]
    for i in 0..<128 {
      let color = i < quarters.count ? quarters[i] : .black
      bytes += [color.red, color.green, color.blue]
    }
    bytes += [0x2C, 0, 0, 0, 0, UInt8(width), 0, UInt8(height), 0, 0, 7]
    let (clear, end): (UInt8, UInt8) = (0x80, 0x81)
    var codes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        if (y * width + x) % 100 == 0 { codes.append(clear) }
        codes.append(UInt8(quarter(x, y)))
      }
    }
    codes.append(end)
    for start in stride(from: 0, to: codes.count, by: 255) {
      let block = codes[start..<min(start + 255, codes.count)]
      bytes.append(UInt8(block.count))
      bytes += block
    }
    return bytes + [0, 0x3B]
  }()

  /// WebP by its lossless format: codes of one bit for each of the channels, each of which has two values.
  private static let losslessWebP: [UInt8] = {
    var data: [UInt8] = [0x2F]
    var used = 0
    /// The lowest bit comes first.
    func put(_ value: Int, _ count: Int) {
      for i in 0..<count {
        if used % 8 == 0 { data.append(0) }
        if value >> i & 1 == 1 { data[data.count - 1] |= 1 << UInt8(used % 8) }
        used += 1
      }
    }
    put(width - 1, 14)
    put(height - 1, 14)
    // Opaque, of version 0; no transform, no cache of colours, and the same codes all over it.
    put(0, 1)
    put(0, 3)
    put(0, 3)
    // Green, red and blue: a simple code of the two symbols 0, of one bit, and 255, of eight.
    for _ in 0..<3 {
      put(0b011, 3)
      put(0, 1)
      put(255, 8)
    }
    // Alpha is 255 always, as one symbol of eight bits; distances are not used.
    put(0b101, 3)
    put(255, 8)
    put(0b001, 3)
    put(0, 1)
    for y in 0..<height {
      for x in 0..<width {
        let color = quarters[quarter(x, y)]
        for channel in [color.green, color.red, color.blue] { put(channel == 255 ? 1 : 0, 1) }
      }
    }
    if data.count % 2 == 1 { data.append(0) }
    func word(_ value: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    return Array("RIFF".utf8) + word(12 + data.count) + Array("WEBPVP8L".utf8)
      + word(data.count) + data
  }()
}
