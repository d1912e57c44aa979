/// PDF documents made up by their objects.
public enum SampleDocument {
  /// A document by its objects, numbered from 1; the first is the root.
  ///
  /// - Parameter trailer: More entries of the trailer.
  public static func text(
    objects: [String], version: String = "1.4", trailer: String = ""
  ) -> String {
    var text = "%PDF-\(version)\n"
    var offsets: [Int] = []
    for (i, object) in objects.enumerated() {
      offsets.append(text.utf8.count)
      text += "\(i + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = text.utf8.count
    text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for offset in offsets {
      text += String(repeating: "0", count: 10 - String(offset).count) + "\(offset) 00000 n \n"
    }
    return text
      + "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R \(trailer) >>\nstartxref\n\(start)\n%%EOF\n"
  }

  /// A stream object.
  public static func stream(_ content: String, _ entries: String = "") -> String {
    "<< \(entries) /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream"
  }

  /// A document of one page with this content, and more objects from 5 on.
  public static func text(
    content: String, resources: String = "<< >>", box: String = "[0 0 200 200]",
    page: String = "", root: String = "", more: [String] = []
  ) -> String {
    text(
      objects: [
        "<< /Type /Catalog /Pages 2 0 R \(root) >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox \(box) /Contents 4 0 R /Resources \(resources) \(page) >>",
        stream(content),
      ] + more)
  }

  /// A book: pages of A4 full of lines of text, with thin rules between them.
  public static func textPages(_ count: Int) -> [UInt8] {
    let words = "the quick brown fox jumps over the lazy dog and writes it down".split(
      separator: " ")
    var objects = [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [\((0..<count).map { "\(4 + 2 * $0) 0 R" }.joined(separator: " "))]"
        + " /Count \(count) /MediaBox [0 0 595 842] >>",
      "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>",
    ]
    for page in 0..<count {
      var content = "0.3 w BT /F1 20 Tf 60 780 Td (Page \(page + 1)) Tj ET\n"
      for line in 0..<48 {
        let y = 750 - line * 15
        let text = (0..<14).map { words[(page * 7 + line * 5 + $0 * 3) % words.count] }
          .joined(separator: " ")
        content += "BT /F1 11 Tf 60 \(y) Td (\(text)) Tj ET\n"
        if line % 6 == 0 { content += "60 \(y - 4) m 535 \(y - 4) l S\n" }
      }
      objects.append(
        "<< /Type /Page /Parent 2 0 R /Contents \(5 + 2 * page) 0 R"
          + " /Resources << /Font << /F1 3 0 R >> >> >>")
      objects.append(stream(content))
    }
    return Array(text(objects: objects).utf8)
  }

  /// A page of A4 that is one picture of so many pixels, as soft and as noisy as a photograph.
  public static func photograph(width: Int, height: Int) -> [UInt8] {
    var state: UInt32 = 1
    var digits: [UInt8] = []
    digits.reserveCapacity(width * height * 6 + 1)
    let hex = Array("0123456789ABCDEF".utf8)
    for y in 0..<height {
      for x in 0..<width {
        state = state &* 1_664_525 &+ 1_013_904_223
        let noise = Int(state >> 28)
        for value in [
          (x * 200 / width) + noise, (y * 200 / height) + noise, ((x + y) / 8 % 200) + noise,
        ] {
          digits.append(hex[value >> 4])
          digits.append(hex[value & 15])
        }
      }
    }
    digits.append(UInt8(ascii: ">"))
    return Array(
      text(
        content: "595 0 0 842 0 0 cm /I Do", resources: "<< /XObject << /I 5 0 R >> >>",
        box: "[0 0 595 842]",
        more: [
          stream(
            String(decoding: digits, as: UTF8.self),
            "/Type /XObject /Subtype /Image /Width \(width) /Height \(height) /BitsPerComponent 8"
              + " /ColorSpace /DeviceRGB /Filter /ASCIIHexDecode")
        ]
      ).utf8)
  }
}
