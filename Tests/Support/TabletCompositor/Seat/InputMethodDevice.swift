import CWaylandServer

/// `zwp_text_input_manager_v3`: what an input method of the desktop and a program say to each other.
final class TextInputManagerObject: ProtocolObject {
  init(_ server: Server, client: OpaquePointer, version: Int, id: UInt32) {
    super.init(
      server, client: client, cwayland_zwp_text_input_manager_v3(), version: version, id: id)
  }

  override func handle(_ request: Request) {
    switch request.name {
    case "get_text_input":
      server.inputMethod.add(
        TextInputObject(server, client: client, version: version, id: request.newID(0)))
    default: super.handle(request)
    }
  }
}

/// A `zwp_text_input_v3`: the fields of one client, of which one at a time takes text.
final class TextInputObject: ProtocolObject {
  /// What the program has told of its field; `nil` while none takes text.
  private(set) var field: FieldState?
  /// What it will have told with its next commit.
  private var pending: FieldState?
  /// All of them count, those that are ignored as well: the program counts them, too.
  private(set) var commits: UInt32 = 0
  private weak var surface: Surface?

  init(_ server: Server, client: OpaquePointer, version: Int, id: UInt32) {
    super.init(server, client: client, cwayland_zwp_text_input_v3(), version: version, id: id)
  }

  override func handle(_ request: Request) {
    switch request.name {
    case "enable": pending = FieldState()
    case "disable": pending = nil
    case "set_surrounding_text":
      pending?.surroundingText = request.string(0)
      pending?.cursor = request.int(1)
      pending?.anchor = request.int(2)
    case "set_text_change_cause":
      pending?.isChangedElsewhere =
        request.uint(0) == ZWP_TEXT_INPUT_V3_CHANGE_CAUSE_OTHER.rawValue
    case "set_content_type":
      pending?.hints = request.uint(0)
      pending?.purpose = FieldState.Purpose(rawValue: request.uint(1))
    case "set_cursor_rectangle": pending?.cursorRectangle = request.box(0)
    case "commit": commit()
    default: super.handle(request)
    }
  }

  private func commit() {
    commits += 1
    guard surface != nil else {
      // Said before the program heard that it has lost the keyboard.
      pending = nil
      return
    }
    field = pending
    pending?.isChangedElsewhere = false
    server.inputMethod.note(field)
  }

  func enter(_ surface: Surface) {
    guard let resource, let s = surface.resource else { return }
    self.surface = surface
    forget()
    zwp_text_input_v3_send_enter(resource, s)
  }

  func leave() {
    if let resource, let s = surface?.resource { zwp_text_input_v3_send_leave(resource, s) }
    surface = nil
    forget()
  }

  private func forget() {
    field = nil
    pending = nil
  }

  override func resourceDestroyed() { server.inputMethod.remove(self) }
}

/// The desktop's input method: it writes in the field of the surface that has the keyboard.
final class InputMethodDevice {
  private unowned let server: Server
  private var objects: [TextInputObject] = []
  private weak var focused: Surface?
  /// What programs told of their fields, a commit each; `nil` where none takes text any more.
  private(set) var told: [FieldState?] = []

  init(_ server: Server) { self.server = server }

  private var active: TextInputObject? { objects.first { $0.field != nil } }
  var field: FieldState? { active?.field }

  func add(_ object: TextInputObject) {
    objects.append(object)
    if let focused, focused.client == object.client { object.enter(focused) }
  }

  func remove(_ object: TextInputObject) { objects.removeAll { $0 === object } }

  func focus(_ surface: Surface?) {
    guard surface !== focused else { return }
    for object in objects { object.leave() }
    focused = surface
    guard let surface else { return }
    for object in objects where object.client == surface.client { object.enter(surface) }
  }

  func surfaceDestroyed(_ surface: Surface) {
    if focused === surface { focus(nil) }
  }

  func note(_ field: FieldState?) {
    told.append(field)
    server.somethingHappened()
  }

  func forget() { told = [] }

  func send(preedit: String?, commit: String?, deleting: (before: Int, after: Int)) {
    guard let active, let resource = active.resource else {
      server.complain("the input method was to write where no field takes text")
      return
    }
    if let preedit {
      let end = Int32(preedit.utf8.count)
      zwp_text_input_v3_send_preedit_string(resource, preedit, end, end)
    }
    if let commit { zwp_text_input_v3_send_commit_string(resource, commit) }
    if deleting != (0, 0) {
      zwp_text_input_v3_send_delete_surrounding_text(
        resource, UInt32(deleting.before), UInt32(deleting.after))
    }
    zwp_text_input_v3_send_done(resource, active.commits)
  }
}
