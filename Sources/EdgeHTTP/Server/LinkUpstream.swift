import Proto

/// A service that is called over its socket.
final class LinkUpstream: Upstream {
  private let link: ServiceLink

  init(_ link: ServiceLink) {
    self.link = link
  }

  var unsentBytes: Int { link.unsentBytes }

  func onRoom(_ roomy: @escaping () -> Void) { link.onRoom(roomy) }

  func call(
    _ method: String, _ meta: CallMeta, _ argument: UnsafeRawBufferPointer,
    _ completion: @escaping (RawResponse) -> Void
  ) {
    link.send(method: method, meta: meta, argument: { $0.raw(argument) }, completion: completion)
  }

  func callCancellable(
    _ method: String, _ meta: CallMeta, _ argument: [UInt8], _ completion: @escaping (RawResponse) -> Void
  ) -> (() -> Void)? {
    let sent = link.sendCancellable(method: method, meta: meta, argument: argument, completion: completion)
    return sent.map { sent in { sent.cancel() } }
  }
}
