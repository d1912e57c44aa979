import CGtk

/// Widgets laid out in a file (GtkBuilder's XML), each found by its id.
///
/// Keeps the objects of the file as long as it lives; after that, those with a parent and windows stay.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class Builder {
  private let pointer: OpaquePointer

  /// - Parameter resource: A path in a GResource, as `"/org/plumbago/Plumbago/ui/preferences.ui"`.
  /// - Parameter domain: Of the translations of its texts.
  public init(resource: String, domain: String? = nil) throws(GLibError) {
    pointer = Self.make(domain)
    var error: UnsafeMutablePointer<GError>?
    guard gtk_builder_add_from_resource(pointer, resource, &error) != 0 else {
      g_object_unref(pointer.raw)
      throw GLibError(of: error)
    }
    nameButtons()
  }

  /// - Parameter text: The XML itself.
  public init(text: String, domain: String? = nil) throws(GLibError) {
    pointer = Self.make(domain)
    var error: UnsafeMutablePointer<GError>?
    guard gtk_builder_add_from_string(pointer, text, -1, &error) != 0 else {
      g_object_unref(pointer.raw)
      throw GLibError(of: error)
    }
    nameButtons()
  }

  private static func make(_ domain: String?) -> OpaquePointer {
    guard let made = gtk_builder_new() else {
      preconditionFailure("GLib aborts before it returns no object")
    }
    if let domain { gtk_builder_set_translation_domain(made, domain) }
    return made
  }

  /// Names the buttons that have mnemonics; the file gives them no other name.
  private func nameButtons() {
    let objects = gtk_builder_get_objects(pointer)
    defer { g_slist_free(objects) }
    var next = objects
    while let each = next {
      if let object = each.pointee.data, object.isA(gtk_button_get_type()) {
        Button(object).nameWithoutMnemonic()
      }
      next = each.pointee.next
    }
  }

  isolated deinit { g_object_unref(pointer.raw) }

  /// The object of an id, as the type that the caller knows it to have: `let pad: Box = builder["pad"]`.
  ///
  /// An id that the file does not have is a programming error.
  public subscript<Handle: ObjectHandle>(id: String) -> Handle {
    guard let object = gtk_builder_get_object(pointer, id) else {
      preconditionFailure("the user interface has no \(id)")
    }
    return Handle(object)
  }

  /// The object of an id, `nil` where the file has none such.
  public func find<Handle: ObjectHandle>(_ id: String, as type: Handle.Type = Handle.self)
    -> Handle?
  {
    gtk_builder_get_object(pointer, id).map { Handle($0) }
  }
}

/// GResource files.
public enum Resources {
  /// Registers a `.gresource` file, so that its contents are found by their paths.
  public static func register(file path: String) throws(GLibError) {
    var error: UnsafeMutablePointer<GError>?
    guard let resource = g_resource_load(path, &error) else { throw GLibError(of: error) }
    g_resources_register(resource)
    g_resource_unref(resource)
  }
}
