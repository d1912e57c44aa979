import CGtk

// GTK's enumerations with members that Swift finds by a leading dot.

public typealias Orientation = GtkOrientation
nonisolated extension GtkOrientation {
  public static var horizontal: Self { GTK_ORIENTATION_HORIZONTAL }
  public static var vertical: Self { GTK_ORIENTATION_VERTICAL }
}

public typealias Align = GtkAlign
nonisolated extension GtkAlign {
  public static var fill: Self { GTK_ALIGN_FILL }
  public static var start: Self { GTK_ALIGN_START }
  public static var end: Self { GTK_ALIGN_END }
  public static var center: Self { GTK_ALIGN_CENTER }
  public static var baseline: Self { GTK_ALIGN_BASELINE }
}

public typealias TextDirection = GtkTextDirection
nonisolated extension GtkTextDirection {
  public static var leftToRight: Self { GTK_TEXT_DIR_LTR }
  public static var rightToLeft: Self { GTK_TEXT_DIR_RTL }
}

public typealias FocusDirection = GtkDirectionType
nonisolated extension GtkDirectionType {
  public static var tabForward: Self { GTK_DIR_TAB_FORWARD }
  public static var tabBackward: Self { GTK_DIR_TAB_BACKWARD }
  public static var up: Self { GTK_DIR_UP }
  public static var down: Self { GTK_DIR_DOWN }
  public static var left: Self { GTK_DIR_LEFT }
  public static var right: Self { GTK_DIR_RIGHT }
}

/// A side of a widget, for a popover or a label.
public typealias PositionType = GtkPositionType
nonisolated extension GtkPositionType {
  public static var left: Self { GTK_POS_LEFT }
  public static var right: Self { GTK_POS_RIGHT }
  public static var top: Self { GTK_POS_TOP }
  public static var bottom: Self { GTK_POS_BOTTOM }
}

public typealias AccessibleRole = GtkAccessibleRole
nonisolated extension GtkAccessibleRole {
  public static var toolbar: Self { GTK_ACCESSIBLE_ROLE_TOOLBAR }
  public static var image: Self { GTK_ACCESSIBLE_ROLE_IMG }
  public static var group: Self { GTK_ACCESSIBLE_ROLE_GROUP }
  public static var presentation: Self { GTK_ACCESSIBLE_ROLE_PRESENTATION }
  public static var slider: Self { GTK_ACCESSIBLE_ROLE_SLIDER }
  public static var status: Self { GTK_ACCESSIBLE_ROLE_STATUS }
  public static var radioGroup: Self { GTK_ACCESSIBLE_ROLE_RADIO_GROUP }
}

public typealias PropagationPhase = GtkPropagationPhase
nonisolated extension GtkPropagationPhase {
  public static var none: Self { GTK_PHASE_NONE }
  public static var capture: Self { GTK_PHASE_CAPTURE }
  public static var bubble: Self { GTK_PHASE_BUBBLE }
  public static var target: Self { GTK_PHASE_TARGET }
}

public typealias ScrollPolicy = GtkPolicyType
nonisolated extension GtkPolicyType {
  public static var always: Self { GTK_POLICY_ALWAYS }
  public static var automatic: Self { GTK_POLICY_AUTOMATIC }
  public static var never: Self { GTK_POLICY_NEVER }
  public static var external: Self { GTK_POLICY_EXTERNAL }
}

/// A dialog's response.
public typealias Response = GtkResponseType
nonisolated extension GtkResponseType {
  public static var accept: Self { GTK_RESPONSE_ACCEPT }
  public static var apply: Self { GTK_RESPONSE_APPLY }
  public static var reject: Self { GTK_RESPONSE_REJECT }
  public static var cancel: Self { GTK_RESPONSE_CANCEL }
  public static var ok: Self { GTK_RESPONSE_OK }
  public static var close: Self { GTK_RESPONSE_CLOSE }
  public static var deleteEvent: Self { GTK_RESPONSE_DELETE_EVENT }
}
