public import CBOR
import Loop

/// Where the answer to one call goes. It is given once; an answer that is no longer waited for is dropped.
@usableFromInline
struct Responder: Sendable {
  let peer: LoopLocal<ServerPeer>
  let call: UInt32
  let route: Int32
  let serial: UInt64

  @usableFromInline
  func reply(_ value: some Encodable) {
    peer.value.reply(self, value)
  }

  /// The argument could not be decoded.
  @usableFromInline
  func refuse(_ fault: Fault, _ argument: UnsafeRawBufferPointer) {
    let peer = peer.value
    peer.fail(self, peer.routes.all[Int(route)].undecodable(fault, argument))
  }

  @usableFromInline
  func fail(_ error: any Error) {
    let peer = peer.value
    peer.fail(self, peer.routes.fault(for: error, in: Int(route)))
  }
}
