import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel
import InkWidgets

/// Remembers which drawings were open, for the next start, and where in each the view was.
///
/// A key file in the state folder. It holds nothing that cannot be lost: the drawings themselves
/// are all on disk already.
struct SessionFile {
  private static var path: String { Installation.state + "/session" }

  /// Drawings whose views are remembered at most, those seen last.
  private static let placeLimit = 100

  /// Paths, in the order the windows were opened.
  static var drawings: [String] {
    get {
      read { file in
        var count: gsize = 0
        guard let list = g_key_file_get_string_list(file, "windows", "drawings", &count, nil) else {
          return []
        }
        defer { g_strfreev(list) }
        return (0..<Int(count)).compactMap { list[$0].map { String(cString: $0) } }
      }
    }
    set {
      write { file in
        let texts = newValue.map { g_strdup($0) }
        defer { for text in texts { g_free(text) } }
        let list = texts.map { UnsafePointer($0) }
        list.withUnsafeBufferPointer {
          g_key_file_set_string_list(
            file, "windows", "drawings", $0.baseAddress, gsize($0.count))
        }
      }
    }
  }

  // MARK: Views

  private static let placeKeys = ["x", "y", "scale", "rotation"]

  /// Where the view of a drawing was last.
  static func place(of drawing: String) -> Viewport.Place? {
    read { file in places(in: file).first { $0.drawing == drawing }?.place }
  }

  static func remember(_ place: Viewport.Place, of drawing: String) {
    write { file in
      let others = places(in: file).filter { $0.drawing != drawing }
      for number in 0...others.count { g_key_file_remove_group(file, group(number), nil) }
      let kept = [(drawing: drawing, place: place)] + others.prefix(placeLimit - 1)
      for (number, entry) in kept.enumerated() {
        let p = entry.place
        g_key_file_set_string(file, group(number), "drawing", entry.drawing)
        for (key, value) in zip(placeKeys, [p.corner.x, p.corner.y, p.scale, p.rotation]) {
          g_key_file_set_double(file, group(number), key, value)
        }
      }
    }
  }

  private static func group(_ number: Int) -> String { "view-\(number)" }

  private static func places(
    in file: OpaquePointer
  ) -> [(drawing: String, place: Viewport.Place)] {
    var found: [(drawing: String, place: Viewport.Place)] = []
    while found.count <= placeLimit, g_key_file_has_group(file, group(found.count)) != 0 {
      let name = group(found.count)
      let values = placeKeys.map { g_key_file_get_double(file, name, $0, nil) }
      let drawing = takeString(g_key_file_get_string(file, name, "drawing", nil)) ?? ""
      found.append(
        (
          drawing,
          Viewport.Place(
            corner: Point(values[0], values[1]), scale: values[2], rotation: values[3])
        ))
    }
    // A file that somebody edited may hold anything; the view bounds what it takes.
    return found.filter { $0.place.corner.isFinite && $0.place.scale > 0 }
  }

  // MARK: The file

  private static func read<T>(_ body: (OpaquePointer) -> T) -> T {
    let file = g_key_file_new()!
    defer { g_key_file_unref(file) }
    // A file that is not there is as good as an empty one.
    g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, nil)
    return body(file)
  }

  private static func write(_ body: (OpaquePointer) -> Void) {
    read { file in
      body(file)
      g_mkdir_with_parents(Installation.state, 0o700)
      // A state folder that cannot be written costs the session its memory and nothing else.
      g_key_file_save_to_file(file, path, nil)
    }
  }
}
