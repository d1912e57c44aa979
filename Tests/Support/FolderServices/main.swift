import BusObject
import CGtk
import Glibc

// A stand-in for one of the desktop's services that show a file in its folder: as its argument says, the
// file manager (`manager`) or the portal (`portal`). Where a second argument is `refuse` it answers with an
// error. It says "ready" once it can be asked, and then a line for each file that it is asked to show.

private let refuses = CommandLine.arguments.contains("refuse")

private func say(_ line: String) {
  print(line)
  fflush(nil)
}

private func end(_ call: OpaquePointer, with value: OpaquePointer?) {
  if refuses {
    g_dbus_method_invocation_return_dbus_error(
      call, "org.freedesktop.DBus.Error.Failed", "it is told to refuse")
  } else {
    g_dbus_method_invocation_return_value(call, value)
  }
}

/// The text at an index of an array within the arguments.
private func text(_ arguments: OpaquePointer?, _ list: gsize, _ index: gsize) -> String {
  guard let array = g_variant_get_child_value(arguments, list) else { return "" }
  defer { g_variant_unref(array) }
  guard g_variant_n_children(array) > index, let child = g_variant_get_child_value(array, index)
  else { return "" }
  defer { g_variant_unref(child) }
  return g_variant_get_string(child, nil).map { String(cString: $0) } ?? ""
}

/// The path of the file whose descriptor came with a call, as the kernel knows it.
private func file(_ call: OpaquePointer) -> String {
  let message = g_dbus_method_invocation_get_message(call)
  guard let files = g_dbus_message_get_unix_fd_list(message) else { return "no file" }
  let descriptor = g_unix_fd_list_get(files, 0, nil)
  defer { close(descriptor) }
  var path = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink("/proc/self/fd/\(descriptor)", &path, path.count)
  return String(decoding: path.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

switch CommandLine.arguments.dropFirst().first {
case "manager":
  BusObject.offer(
    "org.freedesktop.FileManager1", at: "/org/freedesktop/FileManager1",
    """
    <interface name='org.freedesktop.FileManager1'>
      <method name='ShowItems'>
        <arg type='as' direction='in'/><arg type='s' direction='in'/>
      </method>
    </interface>
    """
  ) { method, call in
    say("\(method) \(text(g_dbus_method_invocation_get_parameters(call), 0, 0))")
    end(call, with: nil)
  }
case "portal":
  BusObject.offer(
    "org.freedesktop.portal.Desktop", at: "/org/freedesktop/portal/desktop",
    """
    <interface name='org.freedesktop.portal.OpenURI'>
      <method name='OpenDirectory'>
        <arg type='s' direction='in'/><arg type='h' direction='in'/>
        <arg type='a{sv}' direction='in'/><arg type='o' direction='out'/>
      </method>
    </interface>
    """
  ) { method, call in
    say("\(method) \(file(call))")
    let request = "/org/freedesktop/portal/desktop/request/1"
    end(call, with: BusObject.tuple([g_variant_new_object_path(request)]))
  }
default:
  exit(2)
}
g_main_loop_run(g_main_loop_new(nil, 0))
