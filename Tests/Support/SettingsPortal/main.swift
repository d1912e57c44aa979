import BusObject
import CGtk
import Glibc

// A stand-in for the desktop's settings portal, as far as light and dark go: it owns
// org.freedesktop.portal.Desktop on the session bus and announces the color-scheme that its
// argument says (0 no preference, 1 dark, 2 light). SIGUSR1 makes it dark, SIGUSR2 light. It says
// "ready" once it can be asked.

private let path = "/org/freedesktop/portal/desktop"
private let portal = "org.freedesktop.portal.Settings"
private let namespace = "org.freedesktop.appearance"
private let key = "color-scheme"

private var scheme = CommandLine.arguments.dropFirst().first.flatMap { UInt32($0) } ?? 0
private var connection: OpaquePointer?

private func answer(_ method: String, _ call: OpaquePointer) {
  switch method {
  case "Read":
    // The older method wraps its result twice.
    let value = g_variant_new_variant(g_variant_new_variant(g_variant_new_uint32(scheme)))
    g_dbus_method_invocation_return_value(call, BusObject.tuple([value]))
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
    BusObject.tuple([g_variant_new_string(namespace), g_variant_new_string(key), value]), nil)
}

BusObject.offer(
  "org.freedesktop.portal.Desktop", at: path, BusObject.portalSettings,
  properties: { g_variant_new_uint32(1) }, connected: { connection = $0 }, answer: answer)
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
