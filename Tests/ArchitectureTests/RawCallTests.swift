import RepositoryFiles
import Testing

/// GTK is spoken to in `Gtk` and in the seam above it; what lies higher uses their types.
@Suite struct RawCallTests {
  /// The most raw calls that a target may have: what it has now, to be lowered with each that goes.
  ///
  /// A comment at each call says why it is raw: it is on the path of each report, say, or `Gtk` does not wrap it.
  private static let limits = ["InkWidgets": 6, "PlumbagoApp": 6]

  @Test(arguments: limits.keys.sorted())
  func `raw calls of GTK above its seam grow no more`(target: String) throws {
    var calls: [String] = []
    for path in Repository.files(under: "Sources/\(target)", suffix: ".swift") {
      for call in RawCall.all(in: try Repository.text(path)) {
        calls.append("\(path):\(call.line) \(call.function)")
      }
    }
    let limit = try #require(Self.limits[target])
    #expect(
      calls.count <= limit, "\(calls.count) calls:\n\(calls.joined(separator: "\n"))")
  }

  @Test func `raw calls are found and nothing else is`() {
    let source = """
      gtk_widget_show(widget)  // gtk_commented(1)
      let text = "gtk_quoted()"
      g_free(gdk_event_get_time(event))
      /* gsk_nested( */ gsk_render_node_unref
      (node)
      let handler = g_object_unref
      my_gtk_call(1)
      """
    #expect(
      RawCall.all(in: source).map(\.function) == [
        "gtk_widget_show", "g_free", "gdk_event_get_time", "gsk_render_node_unref",
      ])
    #expect(RawCall.all(in: source).map(\.line) == [1, 3, 3, 4])
  }
}
