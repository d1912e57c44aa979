import CWaylandServer
import Glibc
import InkModel

/// A client's `wl_keyboard`.
final class KeyboardObject: ProtocolObject {
  init(_ server: Server, client: OpaquePointer, version: Int, id: UInt32) {
    super.init(server, client: client, cwayland_wl_keyboard(), version: version, id: id)
  }

  override func resourceDestroyed() { server.seat.keyboard.remove(self) }
}

/// The keyboard: an xkb keymap, the keys that are down, and the surface with the focus.
final class KeyboardDevice {
  private unowned let server: Server
  private var objects: [KeyboardObject] = []
  private(set) weak var focus: Surface?
  private let context: OpaquePointer
  private let keymap: OpaquePointer
  private var state: OpaquePointer
  private let keymapFile: Int32
  private let keymapSize: Int
  /// As in linux/input-event-codes.h, in the order of pressing.
  private(set) var pressed: [UInt32] = []

  /// `layout` as setxkbmap takes it: "us", "us,ru".
  init(_ server: Server, layout: String) throws(ScreenError) {
    self.server = server
    guard let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else {
      throw .launch("the keyboard", reason: "libxkbcommon has no context")
    }
    let keymap = layout.withCString { layout -> OpaquePointer? in
      var names = xkb_rule_names()
      names.layout = layout
      return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
    }
    guard let keymap, let state = xkb_state_new(keymap),
      let text = xkb_keymap_get_as_string(keymap, XKB_KEYMAP_FORMAT_TEXT_V1)
    else {
      throw .launch(
        "the keyboard", reason: "xkb knows no layout \(layout) (is xkb-data installed?)")
    }
    defer { free(text) }
    keymapSize = strlen(text) + 1
    keymapFile = cwayland_memory_file("keymap", text, keymapSize, 1)
    guard keymapFile >= 0 else { throw .system("making the keymap's file", code: errno) }
    self.context = context
    self.keymap = keymap
    self.state = state
  }

  deinit {
    close(keymapFile)
    xkb_state_unref(state)
    xkb_keymap_unref(keymap)
    xkb_context_unref(context)
  }

  func add(_ object: KeyboardObject) {
    objects.append(object)
    guard let resource = object.resource else { return }
    wl_keyboard_send_keymap(
      resource, WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1.rawValue, keymapFile, UInt32(keymapSize))
    if object.version >= 4 { wl_keyboard_send_repeat_info(resource, 25, 600) }
    if let focus, focus.client == object.client { enter(focus, [object]) }
  }

  func remove(_ object: KeyboardObject) { objects.removeAll { $0 === object } }

  private func each(_ body: (OpaquePointer) -> Void) {
    guard let focus else { return }
    for object in objects where object.client == focus.client {
      if let resource = object.resource { body(resource) }
    }
  }

  // MARK: Focus

  func focus(_ surface: Surface?) {
    guard surface !== focus else { return }
    if let old = focus?.resource {
      let serial = server.nextSerial()
      each { wl_keyboard_send_leave($0, serial, old) }
    }
    focus = surface
    if let surface {
      server.dataExchange.focused(surface.client)
      enter(surface, objects.filter { $0.client == surface.client })
    }
    server.tablets.padsFocused(surface)
    server.inputMethod.focus(surface)
  }

  private func enter(_ surface: Surface, _ to: [KeyboardObject]) {
    guard let s = surface.resource else { return }
    let serial = server.nextSerial()
    for object in to {
      guard let resource = object.resource else { continue }
      withWordArray(pressed) { wl_keyboard_send_enter(resource, serial, s, $0) }
      sendModifiers(resource)
    }
  }

  private func sendModifiers(_ resource: OpaquePointer) {
    wl_keyboard_send_modifiers(
      resource, server.nextSerial(), xkb_state_serialize_mods(state, XKB_STATE_MODS_DEPRESSED),
      xkb_state_serialize_mods(state, XKB_STATE_MODS_LATCHED),
      xkb_state_serialize_mods(state, XKB_STATE_MODS_LOCKED),
      xkb_state_serialize_layout(state, XKB_STATE_LAYOUT_EFFECTIVE))
  }

  // MARK: Keys

  func key(_ code: UInt32, pressed down: Bool, time: Double) {
    if down {
      guard !pressed.contains(code) else { return }
      pressed.append(code)
    } else {
      pressed.removeAll { $0 == code }
    }
    let changed = xkb_state_update_key(state, code + 8, down ? XKB_KEY_DOWN : XKB_KEY_UP)
    let serial = server.nextSerial()
    each {
      wl_keyboard_send_key(
        $0, serial, eventTime(time), code,
        (down ? WL_KEYBOARD_KEY_STATE_PRESSED : WL_KEYBOARD_KEY_STATE_RELEASED).rawValue)
    }
    if changed.rawValue != 0 { each { sendModifiers($0) } }
    server.log.sent(.key, down ? .down : .up, at: nil, inContact: false, scene: server.scene)
  }

  /// Switches to another layout of the keymap, as a layout key would.
  func setLayout(_ index: UInt32) {
    guard xkb_state_serialize_layout(state, XKB_STATE_LAYOUT_EFFECTIVE) != index else { return }
    let mods = XKB_STATE_MODS_DEPRESSED
    xkb_state_update_mask(
      state, xkb_state_serialize_mods(state, mods), 0,
      xkb_state_serialize_mods(state, XKB_STATE_MODS_LOCKED), 0, 0, index)
    each { sendModifiers($0) }
  }

  /// Which key gives a keysym: its code, the layout it is in, and whether Shift is needed.
  func find(_ keysym: UInt32) -> (code: UInt32, layout: UInt32, shift: Bool)? {
    for layout in 0..<xkb_keymap_num_layouts(keymap) {
      for level in UInt32(0)..<2 {
        for key in xkb_keymap_min_keycode(keymap)...xkb_keymap_max_keycode(keymap) {
          guard layout < xkb_keymap_num_layouts_for_key(keymap, key) else { continue }
          var symbols: UnsafePointer<xkb_keysym_t>?
          let count = xkb_keymap_key_get_syms_by_level(keymap, key, layout, level, &symbols)
          if count == 1, let symbols, symbols[0] == keysym { return (key - 8, layout, level == 1) }
        }
      }
    }
    return nil
  }

  func surfaceDestroyed(_ surface: Surface) {
    if focus === surface { focus = nil }
  }
}
