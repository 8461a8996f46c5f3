import Proto

/// A service behind its socket.
final class LinkCaller: Caller {
  private let link: ServiceLink

  init(_ link: ServiceLink) {
    self.link = link
  }

  func call(
    _ method: String, _ meta: CallMeta, _ argument: UnsafeRawBufferPointer,
    _ completion: @escaping (RawAnswer) -> Void
  ) {
    link.send(method: method, meta: meta, argument: { $0.raw(argument) }, completion: completion)
  }
}
