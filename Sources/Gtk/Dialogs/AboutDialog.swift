import CGtk

/// GtkAboutDialog.
nonisolated public struct AboutDialog: WindowProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension AboutDialog {
  public init(program name: String, version: String) {
    self.init(gtk_about_dialog_new())
    gtk_about_dialog_set_program_name(cast(), name)
    gtk_about_dialog_set_version(cast(), version)
  }

  public func setComments(_ text: String) { gtk_about_dialog_set_comments(cast(), text) }
  public func setCopyright(_ text: String) { gtk_about_dialog_set_copyright(cast(), text) }
  public func setLicense(_ license: GtkLicense) {
    gtk_about_dialog_set_license_type(cast(), license)
  }
  public func setLogo(icon name: String) { gtk_about_dialog_set_logo_icon_name(cast(), name) }
}
