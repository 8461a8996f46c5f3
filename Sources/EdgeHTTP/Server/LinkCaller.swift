import Proto

/// A service behind its socket.
final class LinkCaller: Caller {
  private let link: ServiceLink

  init(_ link: ServiceLink) {
    self.link = link
  }

  var unsentBytes: Int { link.unsentBytes }

  func onRoom(_ roomy: @escaping () -> Void) { link.onRoom(roomy) }

  func call(
    _ method: String, _ meta: CallMeta, _ argument: UnsafeRawBufferPointer,
    _ completion: @escaping (RawAnswer) -> Void
  ) {
    link.send(method: method, meta: meta, argument: { $0.raw(argument) }, completion: completion)
  }
}
