import Proto

/// A way to a service behind the edge; always on the edge's loop. The reply's bytes live during the completion only.
protocol Caller: AnyObject {
  func call(
    _ method: String, _ meta: CallMeta, _ argument: UnsafeRawBufferPointer,
    _ completion: @escaping (RawAnswer) -> Void)

  /// What the service has not read yet, and what is called when it has.
  var unsentBytes: Int { get }
  func onRoom(_ roomy: @escaping () -> Void)
}

extension Caller {
  var unsentBytes: Int { 0 }
  func onRoom(_ roomy: @escaping () -> Void) {}

  func call(
    _ method: String, _ meta: CallMeta, _ argument: [UInt8],
    _ completion: @escaping (RawAnswer) -> Void
  ) {
    argument.withUnsafeBytes { call(method, meta, $0, completion) }
  }
}
