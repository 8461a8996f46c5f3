/// The reply of a handler, which must send it exactly once, on the loop, even if the call was cancelled or has expired.
/// The reply is then dropped.
public struct DeferredReply<M: Method>: Sendable {
  @usableFromInline let responder: Responder

  @usableFromInline
  init(_ responder: Responder) {
    self.responder = responder
  }

  /// Sends what `body` returns, or the fault of the error that it throws.
  @inlinable
  public func send(_ body: () throws -> M.Reply) {
    do {
      responder.reply(try body())
    } catch {
      responder.fail(error)
    }
  }
}
