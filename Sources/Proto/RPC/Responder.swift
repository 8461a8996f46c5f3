/// Where the answer to one call goes. It is given once; an answer that nobody waits for any more is dropped.
struct Responder: Sendable {
  let peer: LoopLocal<ServerPeer>
  let call: UInt32
  let route: Int32
  let serial: UInt64

  var loop: Loop { peer.loop }

  /// The argument, or nil if it was wrong and has been answered so.
  func decode<M: Method>(_ type: M.Type, _ argument: UnsafeRawBufferPointer) -> M? {
    do throws(Fault) {
      return try CBORDecoder.decode(M.self, from: argument)
    } catch {
      peer.value.fail(self, error)
      return nil
    }
  }

  func reply(_ value: some Encodable) {
    peer.value.reply(self, value)
  }

  func fail(_ error: any Error) {
    let peer = peer.value
    peer.fail(self, peer.routes.fault(for: error, in: Int(route)))
  }
}
