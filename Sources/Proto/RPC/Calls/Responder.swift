public import CBOR
import Loop

/// Sends the response to one call, once. A response to a call that is no longer in flight is dropped.
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

  /// Sends the fault of an argument that could not be decoded.
  @usableFromInline
  func reject(_ fault: Fault, _ argument: UnsafeRawBufferPointer) {
    let peer = peer.value
    peer.fail(self, peer.routes.all[Int(route)].undecodable(fault, argument))
  }

  @usableFromInline
  func fail(_ error: any Error) {
    let peer = peer.value
    peer.fail(self, peer.routes.fault(for: error, in: Int(route)))
  }
}
