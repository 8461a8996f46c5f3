/// Where the answer to one call goes. It is given once; an answer that nobody waits for any more is dropped.
@usableFromInline
struct Responder: Sendable {
  let peer: LoopLocal<ServerPeer>
  let call: UInt32
  let route: Int32
  let serial: UInt64

  /// One item in the receiver's buffer.
  @usableFromInline
  struct Argument {
    @usableFromInline let bytes: UnsafeRawBufferPointer
    /// Whether it is known to be valid, and not only well-formed.
    @usableFromInline let isValid: Bool

    init(_ bytes: UnsafeRawBufferPointer, isValid: Bool) {
      self.bytes = bytes
      self.isValid = isValid
    }
  }

  @usableFromInline var loop: Loop { peer.loop }

  /// The argument, or nil if it was wrong and has been answered so.
  @inlinable
  func decode<M: Method>(_ type: M.Type, _ argument: Argument) -> M? {
    do throws(Fault) {
      return try CBORDecoder.decode(M.self, from: argument.bytes, isValid: argument.isValid)
    } catch {
      refuse(error)
      return nil
    }
  }

  @usableFromInline
  func reply(_ value: some Encodable) {
    peer.value.reply(self, value)
  }

  @usableFromInline
  func refuse(_ fault: Fault) {
    peer.value.fail(self, fault)
  }

  @usableFromInline
  func fail(_ error: any Error) {
    let peer = peer.value
    peer.fail(self, peer.routes.fault(for: error, in: Int(route)))
  }
}
