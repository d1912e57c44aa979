import CGtk
import InkModel

extension UnsafeMutablePointer<GtkWidget> {
  /// A point of the surface that the widget is on, as events tell it, in the widget's own points;
  /// `nil` where the widget is on none.
  public func point(ofSurface p: Point) -> Point? {
    guard let native = gtk_widget_get_native(self) else { return nil }
    var (dx, dy) = (0.0, 0.0)
    gtk_native_get_surface_transform(native, &dx, &dy)
    var from = graphene_point_t(x: Float(p.x - dx), y: Float(p.y - dy))
    var to = graphene_point_t()
    guard gtk_widget_compute_point(native.widget, self, &from, &to) != 0 else { return nil }
    return Point(Double(to.x), Double(to.y))
  }
}
