import CCairo
import CPixbuf
import Foundation
import InkModel
import InkRendering
import ReaderProtocol
import SampleDocuments

@testable import ForeignReading

/// Files of foreign formats, made up for the tests.
enum Samples {
  /// The program that reads them.
  static let program: String =
    ProcessInfo.processInfo.environment["PLUMBAGO_BINARY"].map { $0 + "-reader" }
    ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "plumbago-reader").path

  /// A document of cairo's: each page has a size and is painted.
  static func document(
    _ sizes: [(Double, Double)], paint: (Int, OpaquePointer) -> Void
  ) -> [UInt8] {
    final class Bytes {
      var list: [UInt8] = []
    }
    let bytes = Bytes()
    let surface = cairo_pdf_surface_create_for_stream(
      { closure, data, length in
        guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
        Unmanaged<Bytes>.fromOpaque(closure).takeUnretainedValue().list
          .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(bytes).toOpaque(), 1, 1)!
    let cr = cairo_create(surface)!
    for (i, size) in sizes.enumerated() {
      cairo_pdf_surface_set_size(surface, size.0, size.1)
      cairo_save(cr)
      paint(i, cr)
      cairo_restore(cr)
      cairo_show_page(cr)
    }
    cairo_destroy(cr)
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
    return bytes.list
  }

  /// Pages with a square each, in a colour that tells the page, words and a photograph of a kind.
  static let pages = document([(200, 300), (300, 200), (595, 842)]) { page, cr in
    cairo_set_source_rgb(cr, page == 0 ? 1 : 0, page == 1 ? 1 : 0, page == 2 ? 1 : 0)
    cairo_rectangle(cr, 50, 50, 100, 100)
    cairo_fill(cr)
    cairo_set_source_rgb(cr, 0, 0, 0)
    cairo_move_to(cr, 20, 180)
    cairo_set_font_size(cr, 14)
    cairo_show_text(cr, "Page \(page + 1)")
  }

  /// A document by its objects, numbered from 1; the first is the root.
  static func document(objects: [String]) -> [UInt8] {
    Array(SampleDocument.text(objects: objects).utf8)
  }

  /// A document of one page with this content, and more objects from 5 on.
  static func document(
    content: String, resources: String = "<< >>", box: String = "[0 0 200 200]", more: [String] = []
  ) -> [UInt8] {
    Array(
      SampleDocument.text(content: content, resources: resources, box: box, more: more).utf8)
  }

  /// A picture of pixels; `pixel` gives red, green and blue.
  ///
  /// - Parameter dots: To the inch, in each direction; `nil` where it does not say them.
  static func picture(
    _ format: String, width: Int, height: Int, dots: (x: Int, y: Int)? = nil,
    pixel: (Int, Int) -> (UInt8, UInt8, UInt8)
  ) -> [UInt8] {
    let pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, Int32(width), Int32(height))!
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    let base = gdk_pixbuf_get_pixels(pixbuf)!
    let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
    for y in 0..<height {
      for x in 0..<width {
        let p = pixel(x, y)
        (base[y * stride + x * 3], base[y * stride + x * 3 + 1], base[y * stride + x * 3 + 2]) = p
      }
    }
    var buffer: UnsafeMutablePointer<CChar>?
    var count: gsize = 0
    var (keys, values): ([UnsafeMutablePointer<CChar>?], [UnsafeMutablePointer<CChar>?]) = ([], [])
    if let dots {
      keys = [strdup("x-dpi"), strdup("y-dpi")]
      values = [strdup(String(dots.x)), strdup(String(dots.y))]
    }
    defer { for text in keys + values { free(text) } }
    keys.append(nil)
    values.append(nil)
    guard gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &count, format, &keys, &values, nil) != 0,
      let buffer
    else { return [] }
    defer { g_free(buffer) }
    return UnsafeRawBufferPointer(start: buffer, count: Int(count)).map { $0 }
  }

  /// Red above blue, left half; green the right half.
  static func quarters(
    _ format: String, width: Int = 64, height: Int = 32, dots: (x: Int, y: Int)? = nil
  ) -> [UInt8] {
    picture(format, width: width, height: height, dots: dots) { x, y in
      x >= width / 2 ? (0, 255, 0) : y < height / 2 ? (255, 0, 0) : (0, 0, 255)
    }
  }

  /// A JPEG picture with the mark of a camera that was turned.
  static func turned(_ orientation: UInt8, dots: (x: Int, y: Int)? = nil) -> [UInt8] {
    let plain = quarters("jpeg", dots: dots)
    let exif: [UInt8] =
      Array("Exif\0\0II*\0".utf8) + [
        8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0,
      ]
      + [0, 0, 0, 0]
    let length = exif.count + 2
    return Array(plain[..<2]) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + exif
      + plain[2...]
  }

  /// A GIF picture of 2 × 1 pixels: red, blue.
  static let gif: [UInt8] =
    Array("GIF89a".utf8) + [2, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]
    + [0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0, 2, 2, 0x44, 0x0A, 0, 0x3B]

  /// A WebP picture of 2 × 1 pixels without loss: red, blue.
  static let webp: [UInt8] =
    Array("RIFF".utf8) + [30, 0, 0, 0] + Array("WEBPVP8L".utf8)
    + [
      0x11, 0, 0, 0, 0x2F, 1, 0, 0, 0, 0x0F, 0x10, 0xF3, 0xBF, 0xFF, 0xF3, 0x1F, 0x0E, 0x32, 0xA2,
      0xFF, 1, 0,
    ]

  static let svg = Array(
    """
    <?xml version="1.0"?>
    <svg xmlns="http://www.w3.org/2000/svg" width="400" height="200">
    <rect width="200" height="200" fill="#f00"/><rect x="200" width="200" height="200" fill="#00f"/>
    </svg>
    """.utf8)
}

/// An open file without a name that has some bytes.
final class OpenBytes {
  let descriptor: Int32

  init(_ bytes: [UInt8]) throws {
    var name = Array((NSTemporaryDirectory() + "/foreign-XXXXXX").utf8CString)
    descriptor = mkstemp(&name)
    unlink(name)
    var at = 0
    while at < bytes.count {
      let n = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + at, $0.count - at) }
      guard n > 0 else { throw ForeignError.noBytes }
      at += n
    }
  }

  deinit { close(descriptor) }
}

/// A reader of some bytes.
func reader(
  of bytes: [UInt8], program: String = Samples.program, patience: Int = ReaderProcess.patience
) throws -> ReaderProcess {
  let file = try OpenBytes(bytes)
  return try ReaderProcess(program: program, file: file.descriptor, patience: patience)
}

extension ForeignImage {
  /// Red, green, blue and opacity of a pixel.
  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    let data = cairo_image_surface_get_data(surface)!
    let p = data + y * Int(cairo_image_surface_get_stride(surface)) + x * 4
    return [p[2], p[1], p[0], p[3]]
  }
}
