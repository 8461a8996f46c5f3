/// A call that waits for its answer, which is to be given once, on the loop. A call that is cancelled or expires
/// meanwhile needs one too: it is then dropped.
public struct OpenCall<M: Method>: Sendable {
  @usableFromInline let responder: Responder

  @usableFromInline
  init(_ responder: Responder) {
    self.responder = responder
  }

  /// Gives what `body` makes, or the fault of the error that it throws.
  @inlinable
  public func answer(_ body: () throws -> M.Reply) {
    do {
      responder.reply(try body())
    } catch {
      responder.fail(error)
    }
  }
}
