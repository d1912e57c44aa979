import CGtk
import Foundation
import InkModel
import TabletCompositor
import Testing

/// What a widget is, by AT-SPI's numbers (atspi-constants.h).
enum AccessibleRole: UInt32 {
  case checkBox = 7
  case comboBox = 11
  case menuItem = 35
  case pageTab = 37
  case button = 43
  case radioButton = 44
  case slider = 51
  case spinButton = 52
  case text = 61
  case toggleButton = 62
  case entry = 79
  case toggleSwitch = 130

  /// A tap does something to it, where it is no row of a menu.
  var takesTaps: Bool { self != .menuItem }
  var takesText: Bool { Self.takingText.contains(rawValue) }
  /// The numbers of those that take text.
  static let takingText = Set([Self.entry, .spinButton, .text].map(\.rawValue))
  /// Choosing it is taking the choice from another.
  var isOneOfSeveral: Bool { [.radioButton, .pageTab, .toggleButton].contains(self) }
}

/// What a widget is in, by AT-SPI's numbers (atspi-constants.h).
enum AccessibleState: UInt32 {
  case active = 1
  case armed = 2
  case checked = 4
  case focused = 12
  case pressed = 20
  case sensitive = 24
  case visible = 30

  /// What lasts as long as the press.
  static let transient: UInt64 = 1 << active.rawValue | 1 << armed.rawValue
}

/// The app as a screen reader knows it: what its widgets say, and the buttons that it can press.
///
/// Over D-Bus, by the interfaces `org.a11y.atspi.Accessible` and `Action`
/// (https://gnome.pages.gitlab.gnome.org/at-spi2-core/devel-docs/).
final class AccessibleTree {
  /// A widget by where its object lives, with what was known of it when the tree was read.
  struct Widget {
    var owner: String
    var path: String
    var name: String
    /// All of its states, a bit each.
    var states: UInt64

    /// Whether it had a state then.
    func had(_ state: AccessibleState) -> Bool { states >> state.rawValue & 1 == 1 }
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// AT-SPI's number of the state of widgets that are not hidden.
  private static let visible = 30

  /// AT-SPI's number of the role of buttons.
  private static let pushButton: UInt32 = 43

  /// AT-SPI's number of coordinates that begin at the window's corner.
  private static let fromWindow: UInt32 = 1

  /// Seconds between two checks for something that is waited for.
  private static let interval = 0.05

  private let screen: Screen
  private let connection: OpaquePointer

  init(_ screen: Screen) throws {
    self.screen = screen
    guard let session = screen.environment["DBUS_SESSION_BUS_ADDRESS"] else {
      throw Failure(description: "there is no session bus before the first launch")
    }
    let bus = try Self.connect(session)
    defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
    let answer = try Self.call(bus, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
    defer { g_variant_unref(answer) }
    connection = try Self.connect(Self.text(Self.child(answer, 0)))
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(connection)) }

  /// Says on the session's bus whether a screen reader runs, as the desktop does.
  static func setScreenReader(_ isOn: Bool, _ screen: Screen) throws {
    guard let session = screen.environment["DBUS_SESSION_BUS_ADDRESS"] else {
      throw Failure(description: "there is no session bus before the first launch")
    }
    let bus = try connect(session)
    defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
    let arguments = g_variant_new_tuple(
      [
        g_variant_new_string("org.a11y.Status"), g_variant_new_string("ScreenReaderEnabled"),
        g_variant_new_variant(g_variant_new_boolean(isOn ? 1 : 0)),
      ], 3)
    let answer = try call(
      bus, "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set", arguments)
    g_variant_unref(answer)
  }

  // MARK: What tests ask

  /// What all visible widgets are called, or say.
  func texts() throws -> [String] { try widgets().map(\.name).filter { !$0.isEmpty } }

  /// Waits until some widget says a text that has `part` in it, or nothing else.
  @discardableResult
  func wait(for part: String, isWhole: Bool = false, timeout: Double = 20) throws -> Widget {
    let deadline = Date().addingTimeInterval(timeout)
    var seen: [String] = []
    repeat {
      if let widgets = try? widgets() {
        let found = widgets.last { isWhole ? $0.name == part : $0.name.contains(part) }
        if let found { return found }
        seen = widgets.map(\.name).filter { !$0.isEmpty }
      }
      Thread.sleep(forTimeInterval: Self.interval)
    } while Date() < deadline
    throw Failure(description: "nobody says “\(part)”, only: \(seen)")
  }

  /// Waits until no widget says a text that has `part` in it, or nothing else.
  func wait(forNo part: String, isWhole: Bool = false, timeout: Double = 20) throws {
    let deadline = Date().addingTimeInterval(timeout)
    repeat {
      let found = try? texts().contains { isWhole ? $0 == part : $0.contains(part) }
      if found == false { return }
      Thread.sleep(forTimeInterval: Self.interval)
    } while Date() < deadline
    throw Failure(description: "“\(part)” is still said")
  }

  /// Presses a button whose text has `part` in it, or is nothing else, once there is one.
  func press(_ part: String, isWhole: Bool = false) throws {
    try wait(for: part, isWhole: isWhole)
    let found = try whileItChanges {
      try widgets().last {
        // GTK 4.8 has the marks of mnemonics in the names of buttons.
        let name = $0.name.replacing("_", with: "")
        guard isWhole ? name == part : name.contains(part) else { return false }
        return try role($0) == Self.pushButton
      }
    }
    guard let button = found else { throw Failure(description: "“\(part)” is no button") }
    let arguments = g_variant_new_tuple([g_variant_new_int32(0)], 1)
    let answer = try Self.call(
      connection, button.owner, button.path, "org.a11y.atspi.Action", "DoAction", arguments)
    defer { g_variant_unref(answer) }
    let isDone = Self.child(answer, 0)
    defer { g_variant_unref(isDone) }
    guard g_variant_get_boolean(isDone) != 0 else {
      throw Failure(description: "“\(part)” cannot be pressed")
    }
  }

  /// The text in a field.
  func content(_ widget: Widget) throws -> String {
    // GTK 4.8 takes -1 for the start, not for the end.
    var ends = [g_variant_new_int32(0), g_variant_new_int32(.max)]
    let arguments = g_variant_new_tuple(&ends, 2)
    let answer = try Self.call(
      connection, widget.owner, widget.path, "org.a11y.atspi.Text", "GetText", arguments)
    defer { g_variant_unref(answer) }
    return Self.text(Self.child(answer, 0))
  }

  func role(_ widget: Widget) throws -> UInt32 {
    let answer = try Self.call(
      connection, widget.owner, widget.path, "org.a11y.atspi.Accessible", "GetRole")
    return Self.role(answer)
  }

  /// The roles of many widgets, asked for at once.
  func roles(of widgets: [Widget]) throws -> [UInt32] {
    try answers(to: widgets.map { Node(($0.owner, $0.path)).call("GetRole") })
      .map { Self.role($0) }
  }

  /// The role in an answer, which it consumes.
  private static func role(_ answer: OpaquePointer) -> UInt32 {
    defer { g_variant_unref(answer) }
    let role = child(answer, 0)
    defer { g_variant_unref(role) }
    return g_variant_get_uint32(role)
  }

  /// Whether a widget has a state.
  func has(_ state: AccessibleState, _ widget: Widget) throws -> Bool {
    try states(widget) >> state.rawValue & 1 == 1
  }

  /// Whether a widget has one of AT-SPI's states, 0 ..< 64.
  func has(_ state: UInt32, _ widget: Widget) throws -> Bool {
    try states(widget) >> UInt64(state) & 1 == 1
  }

  /// A widget's value, if it is of a kind that has one.
  func value(_ widget: Widget) -> Double? {
    let arguments = g_variant_new_tuple(
      [g_variant_new_string("org.a11y.atspi.Value"), g_variant_new_string("CurrentValue")], 2)
    guard
      let answer = try? Self.call(
        connection, widget.owner, widget.path, "org.freedesktop.DBus.Properties", "Get", arguments)
    else { return nil }
    defer { g_variant_unref(answer) }
    let boxed = Self.child(answer, 0)
    defer { g_variant_unref(boxed) }
    let number = g_variant_get_variant(boxed)
    defer { g_variant_unref(number) }
    return g_variant_get_double(number)
  }

  /// All states of a widget, a bit each.
  func states(_ widget: Widget) throws -> UInt64 {
    Self.states(
      try Self.call(connection, widget.owner, widget.path, "org.a11y.atspi.Accessible", "GetState"))
  }

  /// All states in an answer, which it consumes.
  private static func states(_ answer: OpaquePointer) -> UInt64 {
    defer { g_variant_unref(answer) }
    let words = Self.child(answer, 0)
    defer { g_variant_unref(words) }
    return (0..<2).reduce(0) { states, i in
      let word = Self.child(words, gsize(i))
      defer { g_variant_unref(word) }
      return states | UInt64(g_variant_get_uint32(word)) << (32 * i)
    }
  }

  /// A widget's box in points, from the corner of its window.
  ///
  /// Popups are counted to the window they belong to; only their size is right.
  func box(_ widget: Widget) throws -> Rect {
    let arguments = g_variant_new_tuple([g_variant_new_uint32(Self.fromWindow)], 1)
    let answer = try Self.call(
      connection, widget.owner, widget.path, "org.a11y.atspi.Component", "GetExtents", arguments)
    defer { g_variant_unref(answer) }
    let box = Self.child(answer, 0)
    defer { g_variant_unref(box) }
    let numbers = (0..<4).map { i in
      let number = Self.child(box, gsize(i))
      defer { g_variant_unref(number) }
      return Double(g_variant_get_int32(number))
    }
    return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// What a screen reader is told from now on to have come into texts and to have gone from them.
  func textChanges() -> TextChanges { TextChanges(connection, "TextChanged") }

  /// What a screen reader is told from now on of properties of widgets, of their names above all.
  func propertyChanges() -> TextChanges { TextChanges(connection, "PropertyChange") }

  // MARK: The tree

  /// Reads something of the tree, and again where a widget that was read has gone meanwhile: the app goes on.
  func whileItChanges<T>(_ read: () throws -> T) throws -> T {
    for _ in 0..<20 {
      if let result = try? read() { return result }
      Thread.sleep(forTimeInterval: 0.02)
    }
    return try read()
  }

  /// All visible widgets, of one window if its title is given: each before what is in it.
  func widgets(in title: String? = nil) throws -> [Widget] {
    try whileItChanges {
      let root = Node(("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"))
      let apps = try children(of: [root]).flatMap(\.self)
      let windows = try children(of: apps).flatMap(\.self).filter {
        try title == nil || name($0.position.owner, $0.position.path) == title
      }
      var level = windows
      while !level.isEmpty {
        // In one go, though what is hidden needs no name: waiting for answers takes longer than making them.
        let told = try answers(
          to: level.flatMap { [$0.call("GetState"), $0.property("Name")] })
        for (i, node) in level.enumerated() {
          node.states = Self.states(told[2 * i])
          node.name = Self.boxedText(told[2 * i + 1])
        }
        let seen = level.filter(\.isVisible)
        for (node, children) in zip(seen, try children(of: seen)) { node.children = children }
        level = seen.flatMap(\.children)
      }
      var found: [Widget] = []
      for window in windows { window.add(to: &found) }
      return found
    }
  }

  /// All visible widgets of some roles, of one window if its title is given, in the order of ``widgets(in:)``.
  func widgets(in title: String? = nil, ofRoles roles: Set<UInt32>) throws -> [Widget] {
    try whileItChanges {
      let all = try widgets(in: title)
      return zip(all, try self.roles(of: all)).filter { roles.contains($0.1) }.map(\.0)
    }
  }

  /// A widget while the tree is read.
  private final class Node {
    let position: (owner: String, path: String)
    var name = ""
    var states: UInt64 = 0
    var isVisible: Bool { states >> UInt64(AccessibleTree.visible) & 1 == 1 }
    var children: [Node] = []

    init(_ position: (owner: String, path: String)) { self.position = position }

    func call(_ method: String) -> Call {
      Call(position: position, interface: "org.a11y.atspi.Accessible", method: method)
    }

    func property(_ name: String) -> Call {
      Call(
        position: position, interface: "org.freedesktop.DBus.Properties", method: "Get",
        texts: ["org.a11y.atspi.Accessible", name])
    }

    func add(to found: inout [Widget]) {
      guard isVisible else { return }
      found.append(
        Widget(owner: position.owner, path: position.path, name: name, states: states))
      for child in children { child.add(to: &found) }
    }
  }

  private func children(of nodes: [Node]) throws -> [[Node]] {
    try answers(to: nodes.map { $0.call("GetChildren") }).map { answer in
      defer { g_variant_unref(answer) }
      let list = Self.child(answer, 0)
      defer { g_variant_unref(list) }
      return (0..<g_variant_n_children(list)).map { i in
        let pair = Self.child(list, i)
        defer { g_variant_unref(pair) }
        return Node((Self.text(Self.child(pair, 0)), Self.text(Self.child(pair, 1))))
      }
    }
  }

  /// What is said of a widget besides its name.
  func description(_ widget: Widget) throws -> String {
    try text(of: "Description", widget.owner, widget.path)
  }

  private func name(_ owner: String, _ path: String) throws -> String {
    try text(of: "Name", owner, path)
  }

  private func text(of property: String, _ owner: String, _ path: String) throws -> String {
    let arguments = g_variant_new_tuple(
      [g_variant_new_string("org.a11y.atspi.Accessible"), g_variant_new_string(property)], 2)
    return Self.boxedText(
      try Self.call(connection, owner, path, "org.freedesktop.DBus.Properties", "Get", arguments))
  }

  // MARK: D-Bus

  private static func connect(_ address: String) throws -> OpaquePointer {
    var error: UnsafeMutablePointer<GError>?
    let flags = GDBusConnectionFlags(
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    guard let made = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, &error)
    else { throw failure(error) }
    return made
  }

  private static func call(
    _ connection: OpaquePointer, _ owner: String, _ path: String, _ interface: String,
    _ method: String, _ arguments: OpaquePointer? = nil
  ) throws -> OpaquePointer {
    var error: UnsafeMutablePointer<GError>?
    guard
      let answer = g_dbus_connection_call_sync(
        connection, owner, path, interface, method, arguments, nil, G_DBUS_CALL_FLAGS_NONE, 5000,
        nil, &error)
    else { throw failure(error) }
    return answer
  }

  /// What is asked of an object.
  private struct Call {
    var position: (owner: String, path: String)
    var interface: String
    var method: String
    var texts: [String] = []
  }

  /// The answers that have come, and where one of them belongs.
  private final class Answers {
    var values: [OpaquePointer?]
    var missing: Int
    var failure: Failure?

    init(_ count: Int) { (values, missing) = (Array(repeating: nil, count: count), count) }
  }

  private final class Slot {
    let answers: Answers
    let index: Int

    init(_ answers: Answers, _ index: Int) { (self.answers, self.index) = (answers, index) }
  }

  /// Asks all at once: one after another, most of the time would go into waking the other side for each.
  private func answers(to calls: [Call]) throws -> [OpaquePointer] {
    let context = g_main_context_new()
    g_main_context_push_thread_default(context)
    defer {
      g_main_context_pop_thread_default(context)
      g_main_context_unref(context)
    }
    let answers = Answers(calls.count)
    for (i, call) in calls.enumerated() {
      let texts = call.texts.map { g_variant_new_string($0) }
      g_dbus_connection_call(
        connection, call.position.owner, call.position.path, call.interface, call.method,
        texts.isEmpty ? nil : g_variant_new_tuple(texts, gsize(texts.count)), nil,
        G_DBUS_CALL_FLAGS_NONE, 5000, nil,
        { source, result, data in
          guard let source, let data else { return }
          let slot = Unmanaged<Slot>.fromOpaque(data).takeRetainedValue()
          var error: UnsafeMutablePointer<GError>?
          let value = g_dbus_connection_call_finish(OpaquePointer(source), result, &error)
          if value == nil { slot.answers.failure = AccessibleTree.failure(error) }
          slot.answers.values[slot.index] = value
          slot.answers.missing -= 1
        }, Unmanaged.passRetained(Slot(answers, i)).toOpaque())
    }
    while answers.missing > 0 { g_main_context_iteration(context, 1) }
    let values = answers.values.compactMap(\.self)
    if let failure = answers.failure {
      for value in values { g_variant_unref(value) }
      throw failure
    }
    return values
  }

  private static func failure(_ error: UnsafeMutablePointer<GError>?) -> Failure {
    defer { g_clear_error_free(error) }
    return Failure(description: error.map { String(cString: $0.pointee.message) } ?? "no answer")
  }

  private static func g_clear_error_free(_ error: UnsafeMutablePointer<GError>?) {
    if let error { g_error_free(error) }
  }

  fileprivate static func child(_ value: OpaquePointer?, _ i: gsize) -> OpaquePointer? {
    g_variant_get_child_value(value, i)
  }

  /// Takes a text out of an answer that has it in a box, and consumes that.
  private static func boxedText(_ answer: OpaquePointer) -> String {
    defer { g_variant_unref(answer) }
    let boxed = child(answer, 0)
    defer { g_variant_unref(boxed) }
    return text(g_variant_get_variant(boxed))
  }

  /// Takes a text or an object's path out of a value, which it consumes.
  fileprivate static func text(_ value: OpaquePointer?) -> String {
    defer { g_variant_unref(value) }
    guard let value, let text = g_variant_get_string(value, nil) else { return "" }
    return String(cString: text)
  }
}

/// The signals of one name of AT-SPI's interface `org.a11y.atspi.Event.Object`, from when this is made, which have a text.
final class TextChanges {
  /// How a text changed: “insert” or “delete”; or what is another now: “accessible-name”.
  struct Change: Equatable {
    var kind: String
    /// Characters before it.
    var position: Int
    var text: String
  }

  private let connection: OpaquePointer
  private let context: OpaquePointer
  private var subscription: guint = 0
  private var found: [Change] = []

  fileprivate init(_ connection: OpaquePointer, _ signal: String) {
    self.connection = connection
    context = g_main_context_new()
    g_object_ref(UnsafeMutableRawPointer(connection))
    g_main_context_push_thread_default(context)
    defer { g_main_context_pop_thread_default(context) }
    subscription = g_dbus_connection_signal_subscribe(
      connection, nil, "org.a11y.atspi.Event.Object", signal, nil, nil,
      G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, values, data in
        guard let data else { return }
        Unmanaged<TextChanges>.fromOpaque(data).takeUnretainedValue().take(values)
      }, Unmanaged.passUnretained(self).toOpaque(), nil)
  }

  deinit {
    g_dbus_connection_signal_unsubscribe(connection, subscription)
    g_object_unref(UnsafeMutableRawPointer(connection))
    g_main_context_unref(context)
  }

  /// All until now, in their order.
  var all: [Change] {
    while g_main_context_iteration(context, 0) != 0 {}
    return found
  }

  private func take(_ values: OpaquePointer?) {
    let position = AccessibleTree.child(values, 1)
    let boxed = AccessibleTree.child(values, 3)
    defer {
      g_variant_unref(position)
      g_variant_unref(boxed)
    }
    let value = g_variant_get_variant(boxed)
    // A slider's value is a number.
    guard g_variant_classify(value) == G_VARIANT_CLASS_STRING else {
      g_variant_unref(value)
      return
    }
    found.append(
      Change(
        kind: AccessibleTree.text(AccessibleTree.child(values, 0)),
        position: Int(g_variant_get_int32(position)),
        text: AccessibleTree.text(value)))
  }
}
