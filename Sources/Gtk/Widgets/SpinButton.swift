import CGtk

/// A number to type or to step through.
nonisolated public struct SpinButton: EditableProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension SpinButton {
  public init(_ range: ClosedRange<Double>, step: Double, digits: Int = 0) {
    self.init(gtk_spin_button_new_with_range(range.lowerBound, range.upperBound, step))
    gtk_spin_button_set_digits(cast(), UInt32(digits))
  }

  public var valueChanged: Signal<Void> { Signal(self, "value-changed") }

  public var value: Double {
    get { gtk_spin_button_get_value(cast()) }
    nonmutating set { gtk_spin_button_set_value(cast(), newValue) }
  }

  public var range: ClosedRange<Double> {
    get {
      var (low, high) = (0.0, 0.0)
      gtk_spin_button_get_range(cast(), &low, &high)
      return low...high
    }
    nonmutating set { gtk_spin_button_set_range(cast(), newValue.lowerBound, newValue.upperBound) }
  }

  public var isNumeric: Bool {
    get { gtk_spin_button_get_numeric(cast()) != 0 }
    nonmutating set { gtk_spin_button_set_numeric(cast(), newValue ? 1 : 0) }
  }

  public var digits: Int {
    get { Int(gtk_spin_button_get_digits(cast())) }
    nonmutating set { gtk_spin_button_set_digits(cast(), UInt32(newValue)) }
  }

  /// Takes over what was typed.
  public func update() { gtk_spin_button_update(cast()) }
}
