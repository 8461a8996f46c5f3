/// A call that was sent and may be taken back. Belongs to the link's loop.
public struct SentCall {
  private let connection: LinkConnection
  private let call: UInt32

  init(_ connection: LinkConnection, _ call: UInt32) {
    self.connection = connection
    self.call = call
  }

  /// The service drops it, and the completion gets `cancelled` at once; nothing happens where it has got its answer.
  public func cancel() {
    connection.cancel(call)
  }
}
