import BusObject
import CGtk
import Glibc

// A stand-in for the desktop's portals of files and printing, org.freedesktop.portal.FileChooser and Print, as people in
// front of them would use them: each question is answered with the next argument, a path, or an empty one for who closes
// the dialog. What is printed is written to such a path. It says "ready" once it can be asked, and then a line for each
// question: the method, the parent window and the title, by tabs.
//
// With `--documents` as the first argument it is the portal of documents, too, which says "ready" for itself: a key of files
// that another program handed over is answered with the next path, and the line has the method and the key. A program that
// hands files over itself gets a key; the line has the method, the key and the paths of its files.
//
// What is to go to the bin, org.freedesktop.portal.Trash, it moves to the next path, which it tells nobody; the line has the
// method and the path that the file had.

private let chooser = """
  <interface name='org.freedesktop.portal.FileChooser'>
    <method name='OpenFile'>
      <arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='a{sv}' direction='in'/>
      <arg type='o' direction='out'/>
    </method>
    <method name='SaveFile'>
      <arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='a{sv}' direction='in'/>
      <arg type='o' direction='out'/>
    </method>
    <property name='version' type='u' access='read'/>
  </interface>
  """
private let printing = """
  <interface name='org.freedesktop.portal.Print'>
    <method name='PreparePrint'>
      <arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='a{sv}' direction='in'/>
      <arg type='a{sv}' direction='in'/><arg type='a{sv}' direction='in'/><arg type='o' direction='out'/>
    </method>
    <method name='Print'>
      <arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='h' direction='in'/>
      <arg type='a{sv}' direction='in'/><arg type='o' direction='out'/>
    </method>
    <property name='version' type='u' access='read'/>
  </interface>
  """
private let bin = """
  <interface name='org.freedesktop.portal.Trash'>
    <method name='TrashFile'>
      <arg type='h' direction='in'/><arg type='u' direction='out'/>
    </method>
    <property name='version' type='u' access='read'/>
  </interface>
  """
private let transfer = """
  <interface name='org.freedesktop.portal.FileTransfer'>
    <method name='RetrieveFiles'>
      <arg type='s' direction='in'/><arg type='a{sv}' direction='in'/><arg type='as' direction='out'/>
    </method>
    <method name='StartTransfer'>
      <arg type='a{sv}' direction='in'/><arg type='s' direction='out'/>
    </method>
    <method name='AddFiles'>
      <arg type='s' direction='in'/><arg type='ah' direction='in'/><arg type='a{sv}' direction='in'/>
    </method>
    <property name='version' type='u' access='read'/>
  </interface>
  """
private let path = "/org/freedesktop/portal/desktop"
private var connection: OpaquePointer?
private var answers = CommandLine.arguments.dropFirst()
private let handsDocuments = answers.first == "--documents"
if handsDocuments { answers.removeFirst() }

private func child(_ value: OpaquePointer?, _ index: Int) -> OpaquePointer? {
  g_variant_get_child_value(value, gsize(index))
}

private func text(_ value: OpaquePointer?) -> String {
  g_variant_get_string(value, nil).map { String(cString: $0) } ?? ""
}

/// The object that tells of the answer: its path follows from who asks and from a name of the asker's.
private func request(_ sender: String, _ options: OpaquePointer?) -> String {
  let token = g_variant_lookup_value(options, "handle_token", nil).map { text($0) } ?? "t"
  let name = sender.drop { $0 == ":" }.map { $0 == "." ? "_" : String($0) }.joined()
  return path + "/request/" + name + "/" + token
}

/// - Parameter results: As GVariant's text; `nil` where the dialog was closed.
private func respond(to sender: String, _ request: String, _ results: String?) {
  let code: UInt32 = results == nil ? 1 : 0
  // GTK 4.8 reads the list of files whatever the answer is.
  let arguments = g_variant_parse(
    nil, "(uint32 \(code), \(results ?? "{'uris': <@as []>}"))", nil, nil, nil)
  g_dbus_connection_emit_signal(
    connection, sender, request, "org.freedesktop.portal.Request", "Response", arguments, nil)
}

/// A value as GVariant's text.
private func source(_ value: OpaquePointer?) -> String {
  guard let text = g_variant_print(value, 1) else { return "" }
  defer { g_free(text) }
  return String(cString: text)
}

private func uri(_ path: String) -> String {
  guard let uri = g_filename_to_uri(path, nil, nil) else { return "" }
  defer { g_free(uri) }
  return String(cString: uri)
}

/// Where what is printed comes to lie; it is asked for before.
private var printed = ""

/// Copies all that a descriptor has.
private func copy(_ call: OpaquePointer, to path: String) {
  let message = g_dbus_method_invocation_get_message(call)
  guard let files = g_dbus_message_get_unix_fd_list(message) else { return }
  let source = g_unix_fd_list_get(files, 0, nil)
  let target = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  defer {
    close(source)
    close(target)
  }
  lseek(source, 0, SEEK_SET)
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(source, &buffer, buffer.count)
    guard count > 0, write(target, buffer, count) == count else { return }
  }
}

/// The paths of the files whose descriptors come with a call.
private func paths(_ call: OpaquePointer) -> [String] {
  let message = g_dbus_method_invocation_get_message(call)
  guard let files = g_dbus_message_get_unix_fd_list(message) else { return [] }
  return (0..<g_unix_fd_list_get_length(files)).map { i in
    let file = g_unix_fd_list_get(files, i, nil)
    defer { close(file) }
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/fd/\(file)", &buffer, buffer.count)
    return String(
      decoding: buffer.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

private func answer(_ method: String, _ call: OpaquePointer) {
  switch method {
  case "Read":
    let nothing = g_variant_parse(nil, "(<<uint32 0>>,)", nil, nil, nil)
    return g_dbus_method_invocation_return_value(call, nothing)
  case "ReadAll":
    let nothing = g_variant_parse(nil, "(@a{sa{sv}} {},)", nil, nil, nil)
    return g_dbus_method_invocation_return_value(call, nothing)
  case "RetrieveFiles":
    let key = text(child(g_dbus_method_invocation_get_parameters(call), 0))
    print([method, key].joined(separator: "\t"))
    fflush(nil)
    let files = g_variant_parse(nil, "(['\(answers.popFirst() ?? "")'],)", nil, nil, nil)
    return g_dbus_method_invocation_return_value(call, files)
  case "StartTransfer":
    let key = g_variant_parse(nil, "('ours-1',)", nil, nil, nil)
    return g_dbus_method_invocation_return_value(call, key)
  case "AddFiles":
    let key = text(child(g_dbus_method_invocation_get_parameters(call), 0))
    print(([method, key] + paths(call)).joined(separator: "\t"))
    fflush(nil)
    return g_dbus_method_invocation_return_value(call, nil)
  case "TrashFile":
    let file = paths(call).first ?? ""
    print([method, file].joined(separator: "\t"))
    fflush(nil)
    let isMoved = rename(file, answers.popFirst() ?? "") == 0
    let result = BusObject.tuple([g_variant_new_uint32(isMoved ? 1 : 0)])
    return g_dbus_method_invocation_return_value(call, result)
  default: break
  }
  let arguments = g_dbus_method_invocation_get_parameters(call)
  print([method, text(child(arguments, 0)), text(child(arguments, 1))].joined(separator: "\t"))
  fflush(nil)
  let options = child(arguments, Int(g_variant_n_children(arguments)) - 1)
  let sender = String(cString: g_dbus_method_invocation_get_sender(call))
  let request = request(sender, options)
  // To the asker alone: programs do not listen for others' answers.
  func done(_ results: String?) { respond(to: sender, request, results) }
  g_dbus_method_invocation_return_value(call, BusObject.tuple([g_variant_new_object_path(request)]))
  guard method != "Print" else {
    copy(call, to: printed)
    return done("@a{sv} {}")
  }
  guard let answer = answers.popFirst(), !answer.isEmpty else { return done(nil) }
  guard method == "PreparePrint" else {
    return done("{'uris': <['\(uri(answer))']>}")
  }
  printed = answer
  // All as the program suggests it.
  let (settings, page) = (source(child(arguments, 2)), source(child(arguments, 3)))
  done("{'settings': <\(settings)>, 'page-setup': <\(page)>, 'token': <uint32 7>}")
}

// The settings say nothing here.
BusObject.offer(
  "org.freedesktop.portal.Desktop", at: path, chooser, printing, bin, BusObject.portalSettings,
  properties: { g_variant_new_uint32(3) }, connected: { connection = $0 }, answer: answer)
if handsDocuments {
  BusObject.offer(
    "org.freedesktop.portal.Documents", at: "/org/freedesktop/portal/documents", transfer,
    properties: { g_variant_new_uint32(3) }, answer: answer)
}
g_main_loop_run(g_main_loop_new(nil, 0))
