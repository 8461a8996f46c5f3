import Proto

/// A way to a service behind the edge; always on the edge's loop. The reply's bytes live during the completion only.
protocol Upstream: AnyObject {
  func call(
    _ method: String, _ meta: CallMeta, _ argument: UnsafeRawBufferPointer,
    _ completion: @escaping (RawAnswer) -> Void)

  /// As above, for a call that may come to be wanted no more: what is given back takes it back.
  func callStoppable(
    _ method: String, _ meta: CallMeta, _ argument: [UInt8], _ completion: @escaping (RawAnswer) -> Void
  ) -> (() -> Void)?

  /// What the service has not read yet, and what is called when it has.
  var unsentBytes: Int { get }
  func onRoom(_ roomy: @escaping () -> Void)
}

extension Upstream {
  func callStoppable(
    _ method: String, _ meta: CallMeta, _ argument: [UInt8], _ completion: @escaping (RawAnswer) -> Void
  ) -> (() -> Void)? {
    call(method, meta, argument, completion)
    return nil
  }

  var unsentBytes: Int { 0 }
  func onRoom(_ roomy: @escaping () -> Void) {}

  func call(
    _ method: String, _ meta: CallMeta, _ argument: [UInt8],
    _ completion: @escaping (RawAnswer) -> Void
  ) {
    argument.withUnsafeBytes { call(method, meta, $0, completion) }
  }
}
