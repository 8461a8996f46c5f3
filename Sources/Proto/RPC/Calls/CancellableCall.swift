/// A call in flight that can be cancelled. Belongs to the link's loop.
public struct CancellableCall {
  private let connection: LinkConnection
  private let call: UInt32

  init(_ connection: LinkConnection, _ call: UInt32) {
    self.connection = connection
    self.call = call
  }

  /// Completes the call with `cancelled` and sends a cancel to the service. Does nothing after the response.
  public func cancel() {
    connection.cancel(call)
  }
}
