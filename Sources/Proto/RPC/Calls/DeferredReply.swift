/// The reply that a handler owes: to be sent once, on the loop. It is also owed to a call that was cancelled or has
/// expired meanwhile, and is dropped then.
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
