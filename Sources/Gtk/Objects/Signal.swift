import CGtk

/// A signal of one object, with the types of its arguments and of its handlers' result.
///
/// Each class declares its signals as properties, so that connecting to one reads
///
/// ```swift
/// button.clicked.connect { [weak self] in self?.save() }
/// keys.pressed.connect { key, _, modifiers in key == .escape }
/// ```
///
/// ``connect(_:)`` is for as long as the object lives; ``subscribe(_:)`` for as long as a ``Subscription``, for
/// objects that outlive the listener. The handler does not get the object: it is named by its handle.
///
/// All types go through one marshaller, which reads the arguments from GValues. That costs some hundred instructions
/// more than a C handler of the signal's own type: handlers of each motion of a pen use ``DirectSignal``.
public struct Signal<Result, each Argument: SignalValue> {
  fileprivate let object: UnsafeMutableRawPointer
  fileprivate let name: String

  public init(_ object: some GObjectPointer, _ name: String) {
    self.object = object.raw
    self.name = name
  }

  /// - Returns: The closure that is connected; borrowed from the object.
  @discardableResult
  fileprivate func connect(_ call: @escaping SignalCall) -> UnsafeMutablePointer<GClosure>? {
    let closure = SignalClosure.make(call)
    g_signal_connect_closure(object, name, closure, 0)
    return closure
  }

  fileprivate func subscribe(_ call: @escaping SignalCall) -> Subscription {
    let closure = SignalClosure.make(call)
    g_closure_ref(closure)
    g_signal_connect_closure(object, name, closure, 0)
    // An invalid closure is disconnected; whether its object is still there does not matter.
    return Subscription {
      g_closure_invalidate(closure)
      g_closure_unref(closure)
    }
  }
}

extension Signal where Result == Void {
  /// Calls `body` at each emission, as long as the object lives.
  public func connect(_ body: @escaping (repeat each Argument) -> Void) {
    connect { reader, _ in body(repeat reader.next((each Argument).self)) }
  }

  /// Calls `body` at each emission, until the subscription ends.
  public func subscribe(_ body: @escaping (repeat each Argument) -> Void) -> Subscription {
    subscribe { reader, _ in body(repeat reader.next((each Argument).self)) }
  }
}

extension Signal where Result: SignalResult {
  /// Calls `body`, whose result the emission gets, as long as the object lives.
  public func connect(_ body: @escaping (repeat each Argument) -> Result) {
    connect { reader, result in
      let given = body(repeat reader.next((each Argument).self))
      if let result { given.write(to: result) }
    }
  }

  /// Calls `body`, whose result the emission gets, until the subscription ends.
  public func subscribe(_ body: @escaping (repeat each Argument) -> Result) -> Subscription {
    subscribe { reader, result in
      let given = body(repeat reader.next((each Argument).self))
      if let result { given.write(to: result) }
    }
  }
}

extension GObjectPointer {
  /// Emitted whenever a property, by its GObject name, may have changed.
  public func notify(_ property: String) -> Signal<Void> { Signal(self, "notify::" + property) }
}

/// What a closure does with the arguments, and the GValue for its result; `nil` where the signal has none.
typealias SignalCall = (inout ArgumentReader, UnsafeMutablePointer<GValue>?) -> Void

/// Hands out the arguments of an emission in their order.
struct ArgumentReader {
  private let values: UnsafePointer<GValue>
  // 0 is the object itself.
  private var index = 1

  init(_ values: UnsafePointer<GValue>) { self.values = values }

  mutating func next<Value: SignalValue>(_ type: Value.Type) -> Value {
    defer { index += 1 }
    return Value.read(values + index)
  }
}

/// The one marshaller.
enum SignalClosure {
  /// A closure, floating, that calls `call` and keeps what it captures.
  static func make(_ call: @escaping SignalCall) -> UnsafeMutablePointer<GClosure> {
    guard
      let closure = g_closure_new_simple(
        guint(MemoryLayout<GClosure>.size), Retained<SignalCall>(call).retained())
    else { preconditionFailure("GLib aborts before it returns no closure") }
    g_closure_add_finalize_notifier(
      closure, closure.pointee.data, { data, _ in Retained<SignalCall>.release(data) })
    g_closure_set_marshal(closure) { closure, result, _, values, _, _ in
      guard let closure, let values else { return }
      var reader = ArgumentReader(values)
      // Retained during the call, which may end the subscription.
      Retained<SignalCall>.from(closure.pointee.data)?.value(&reader, result)
    }
    return closure
  }
}
