import Proto

/// A service that the edge calls, on the edge's loop. The bytes of a reply are valid only during the completion.
protocol Upstream: AnyObject {
  func call(
    _ method: String, _ meta: CallMeta, _ argument: UnsafeRawBufferPointer,
    _ completion: @escaping (RawResponse) -> Void)

  /// Makes a call that may be cancelled: the returned closure cancels it.
  func callCancellable(
    _ method: String, _ meta: CallMeta, _ argument: [UInt8], _ completion: @escaping (RawResponse) -> Void
  ) -> (() -> Void)?

  /// Bytes that the service has not read yet.
  var unsentBytes: Int { get }
  /// Calls the closure each time the service has read what was sent.
  func onRoom(_ roomy: @escaping () -> Void)
}

extension Upstream {
  func callCancellable(
    _ method: String, _ meta: CallMeta, _ argument: [UInt8], _ completion: @escaping (RawResponse) -> Void
  ) -> (() -> Void)? {
    call(method, meta, argument, completion)
    return nil
  }

  var unsentBytes: Int { 0 }
  func onRoom(_ roomy: @escaping () -> Void) {}

  func call(
    _ method: String, _ meta: CallMeta, _ argument: [UInt8],
    _ completion: @escaping (RawResponse) -> Void
  ) {
    argument.withUnsafeBytes { call(method, meta, $0, completion) }
  }
}
