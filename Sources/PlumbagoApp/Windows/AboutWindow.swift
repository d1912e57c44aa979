import CGtk
import Gtk
import GtkInk

/// Who made this and under which licence.
enum AboutWindow {
  static func show(parent: (some GObjectPointer)?) {
    let about = gtk_about_dialog_new()!
    gtk_about_dialog_set_program_name(about.opaque, "Plumbago")
    gtk_about_dialog_set_version(about.opaque, Installation.version)
    gtk_about_dialog_set_logo_icon_name(about.opaque, Installation.applicationID)
    gtk_about_dialog_set_comments(about.opaque, tr("Drawing and handwriting"))
    gtk_about_dialog_set_copyright(about.opaque, tr("© The Plumbago contributors"))
    gtk_about_dialog_set_license_type(about.opaque, GTK_LICENSE_MPL_2_0)
    if let parent { gtk_window_set_transient_for(about.cast(), parent.cast()) }
    about.set("modal", true)
    gtk_window_present(about.cast())
  }
}
