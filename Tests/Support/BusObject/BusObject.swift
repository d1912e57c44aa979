import CGtk
import Glibc

/// An object that a test's program offers on the session's bus under a name of its own.
public enum BusObject {
  /// Offers an object, says "ready" once it can be asked, and ends the process where the name is taken.
  ///
  /// - Parameters:
  ///   - interfaces: as introspection XML.
  ///   - properties: the value of any property that is asked for.
  ///   - connected: is given the bus.
  ///   - answer: is given the name of a method and the call, and ends the call.
  public static func offer(
    _ name: String, at path: String, _ interfaces: String...,
    properties: @escaping () -> OpaquePointer? = { nil },
    connected: @escaping (OpaquePointer?) -> Void = { _ in },
    answer: @escaping (String, OpaquePointer) -> Void
  ) {
    let offered = Offered(path, interfaces, properties, connected, answer)
    // For as long as the process runs.
    let data = Unmanaged.passRetained(offered).toOpaque()
    g_bus_own_name(
      G_BUS_TYPE_SESSION, name, G_BUS_NAME_OWNER_FLAGS_NONE,
      { bus, _, data in
        if let data { Unmanaged<Offered>.fromOpaque(data).takeUnretainedValue().register(on: bus) }
      },
      { _, _, _ in
        print("ready")
        fflush(nil)
      }, { _, _, _ in exit(1) }, data, nil)
  }

  /// A tuple of values, as methods and signals take them.
  public static func tuple(_ children: [OpaquePointer?]) -> OpaquePointer? {
    g_variant_new_tuple(children, gsize(children.count))
  }

  /// The interface of the desktop's settings, which every portal has.
  public static let portalSettings = """
    <interface name='org.freedesktop.portal.Settings'>
      <method name='Read'>
        <arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='v' direction='out'/>
      </method>
      <method name='ReadAll'>
        <arg type='as' direction='in'/><arg type='a{sa{sv}}' direction='out'/>
      </method>
      <signal name='SettingChanged'><arg type='s'/><arg type='s'/><arg type='v'/></signal>
      <property name='version' type='u' access='read'/>
    </interface>
    """

  private final class Offered {
    let path: String
    let interfaces: [String]
    let properties: () -> OpaquePointer?
    let connected: (OpaquePointer?) -> Void
    let answer: (String, OpaquePointer) -> Void

    init(
      _ path: String, _ interfaces: [String], _ properties: @escaping () -> OpaquePointer?,
      _ connected: @escaping (OpaquePointer?) -> Void,
      _ answer: @escaping (String, OpaquePointer) -> Void
    ) {
      (self.path, self.interfaces) = (path, interfaces)
      (self.properties, self.connected, self.answer) = (properties, connected, answer)
    }

    func register(on bus: OpaquePointer?) {
      connected(bus)
      let xml = "<node>\(interfaces.joined())</node>"
      guard let node = g_dbus_node_info_new_for_xml(xml, nil) else { exit(1) }
      var table = GDBusInterfaceVTable()
      table.method_call = { _, _, _, _, method, _, call, data in
        guard let method, let call, let data else { return }
        Unmanaged<Offered>.fromOpaque(data).takeUnretainedValue()
          .answer(String(cString: method), call)
      }
      table.get_property = { _, _, _, _, _, _, data in
        data.flatMap { Unmanaged<Offered>.fromOpaque($0).takeUnretainedValue().properties() }
      }
      // GLib keeps a pointer to the table.
      let kept = UnsafeMutablePointer<GDBusInterfaceVTable>.allocate(capacity: 1)
      kept.initialize(to: table)
      let data = Unmanaged.passUnretained(self).toOpaque()
      for index in interfaces.indices {
        let id = g_dbus_connection_register_object(
          bus, path, node.pointee.interfaces[index], kept, data, nil, nil)
        if id == 0 { exit(1) }
      }
    }
  }
}
