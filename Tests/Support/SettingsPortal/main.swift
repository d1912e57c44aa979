import CGtk
import Glibc

// A stand-in for the desktop's settings portal, as far as light and dark go: it owns
// org.freedesktop.portal.Desktop on the session bus and announces the color-scheme that its
// argument says (0 no preference, 1 dark, 2 light). SIGUSR1 makes it dark, SIGUSR2 light. It says
// "ready" once it can be asked.

private let interface = """
  <node><interface name='org.freedesktop.portal.Settings'>
    <method name='Read'>
      <arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='v' direction='out'/>
    </method>
    <method name='ReadAll'>
      <arg type='as' direction='in'/><arg type='a{sa{sv}}' direction='out'/>
    </method>
    <signal name='SettingChanged'><arg type='s'/><arg type='s'/><arg type='v'/></signal>
    <property name='version' type='u' access='read'/>
  </interface></node>
  """
private let name = "org.freedesktop.portal.Desktop"
private let path = "/org/freedesktop/portal/desktop"
private let portal = "org.freedesktop.portal.Settings"
private let namespace = "org.freedesktop.appearance"
private let key = "color-scheme"

private var scheme = CommandLine.arguments.dropFirst().first.flatMap { UInt32($0) } ?? 0
private var connection: OpaquePointer?

private func tuple(_ children: [OpaquePointer?]) -> OpaquePointer? {
  g_variant_new_tuple(children, gsize(children.count))
}

private func answer(_ method: String, _ call: OpaquePointer) {
  switch method {
  case "Read":
    // The older method wraps its result twice.
    let value = g_variant_new_variant(g_variant_new_variant(g_variant_new_uint32(scheme)))
    g_dbus_method_invocation_return_value(call, tuple([value]))
  default:
    let text = "({'\(namespace)': {'\(key)': <uint32 \(scheme)>}},)"
    g_dbus_method_invocation_return_value(call, g_variant_parse(nil, text, nil, nil, nil))
  }
}

private func announce(_ new: UInt32) {
  scheme = new
  let value = g_variant_new_variant(g_variant_new_uint32(new))
  g_dbus_connection_emit_signal(
    connection, nil, path, portal, "SettingChanged",
    tuple([g_variant_new_string(namespace), g_variant_new_string(key), value]), nil)
}

private func offer(on bus: OpaquePointer?) {
  connection = bus
  guard let node = g_dbus_node_info_new_for_xml(interface, nil) else { exit(1) }
  var table = GDBusInterfaceVTable()
  table.method_call = { _, _, _, _, method, _, call, _ in
    if let method, let call { answer(String(cString: method), call) }
  }
  table.get_property = { _, _, _, _, _, _, _ in g_variant_new_uint32(1) }
  // GLib keeps a pointer to the table.
  let kept = UnsafeMutablePointer<GDBusInterfaceVTable>.allocate(capacity: 1)
  kept.initialize(to: table)
  let id = g_dbus_connection_register_object(
    bus, path, node.pointee.interfaces[0], kept, nil, nil, nil)
  if id == 0 { exit(1) }
}

g_bus_own_name(
  G_BUS_TYPE_SESSION, name, G_BUS_NAME_OWNER_FLAGS_NONE, { bus, _, _ in offer(on: bus) },
  { _, _, _ in
    print("ready")
    fflush(nil)
  }, { _, _, _ in exit(1) }, nil, nil)
g_unix_signal_add(
  SIGUSR1,
  { _ in
    announce(1)
    return 1
  }, nil)
g_unix_signal_add(
  SIGUSR2,
  { _ in
    announce(2)
    return 1
  }, nil)
g_main_loop_run(g_main_loop_new(nil, 0))
