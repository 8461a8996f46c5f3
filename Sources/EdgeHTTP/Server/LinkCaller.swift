import Proto

/// A service behind its socket.
final class LinkCaller: Caller {
  private let link: ServiceLink

  init(_ link: ServiceLink) {
    self.link = link
  }

  func call(
    _ method: String, _ meta: CallMeta, _ argument: UnsafeRawBufferPointer,
    _ completion: @escaping (Result<UnsafeRawBufferPointer, Fault>) -> Void
  ) {
    link.send(method: method, meta: meta, argument: { $0.raw(argument) }) { answer in
      switch answer {
      case .reply(let bytes, _): completion(.success(bytes))
      case .fault(let fault): completion(.failure(fault))
      }
    }
  }
}
