import CBOR
import Loop

/// The state of a link on its loop: the connection for new calls, and when to reconnect.
///
/// It and its connection hold each other until the link closes both. A weak reference would make every retain during a
/// call take the slow path.
final class LinkState {
  private let loop: Loop
  private let service: String
  private let hello: Hello
  private let connect: @Sendable () throws(SystemError) -> CInt
  private var current: LinkConnection?
  /// Connections with calls in flight that take no new calls.
  private var leaving: [LinkConnection] = []
  private var lastAttempt: UInt64 = 0
  private var pauseMilliseconds = RPCLimits.reconnectMilliseconds
  private var retry: LoopTimer?
  private var isClosed = false
  /// The last connection got no hello, so calls fail until the next one gets it.
  private var isSilent = false

  init(loop: Loop, service: String, hello: Hello, connect: @escaping @Sendable () throws(SystemError) -> CInt) {
    self.loop = loop
    self.service = service
    self.hello = hello
    self.connect = connect
  }

  /// Called when all requests that waited for the service to read have been sent.
  var roomy: () -> Void = {}
  var unsentBytes: Int { current?.unsentBytes ?? 0 }

  var peer: Hello? { current.flatMap { $0.isOpen ? $0.peer : nil } }

  func begin() {
    _ = connection()
  }

  func send(
    _ method: String, _ meta: CallMeta, _ pending: LinkConnection.Pending,
    _ argument: (inout CBORWriter) throws(Fault) -> Void
  ) {
    do throws(Fault) {
      guard let connection = connection() else { throw Fault(.unavailable, "\(service) is unavailable") }
      try connection.send(method, meta, pending, argument)
    } catch {
      loop.soon { pending.completion(.fault(error)) }
    }
  }

  /// Returns nil if the call could not be sent; the completion then gets the fault.
  func sendCancellable(
    _ method: String, _ meta: CallMeta, _ pending: LinkConnection.Pending, _ argument: [UInt8]
  ) -> CancellableCall? {
    do throws(Fault) {
      guard let connection = connection() else { throw Fault(.unavailable, "\(service) is unavailable") }
      return CancellableCall(connection, try connection.send(method, meta, pending) { $0.raw(argument) })
    } catch {
      loop.soon { pending.completion(.fault(error)) }
      return nil
    }
  }

  func close() {
    isClosed = true
    retry?.cancel()
    current?.leave()
  }

  private func connection() -> LinkConnection? {
    if let current, current.isOpen { return current }
    // A call may reconnect before the timer, but not so often that calls to an absent service become a load.
    let pause = UInt64(RPCLimits.reconnectMilliseconds) * 1_000_000
    guard !isClosed, lastAttempt == 0 || loop.now >= lastAttempt + pause else { return nil }
    lastAttempt = loop.now
    retry?.cancel()
    do throws(SystemError) {
      let made = try LinkConnection(
        loop: loop, descriptor: try connect(), hello: hello, isSilent: isSilent,
        opened: { [self] in
          isSilent = false
          pauseMilliseconds = RPCLimits.reconnectMilliseconds
        }, roomy: { [self] in roomy() }, lost: { [self] in lose($0) })
      current = made
      return made
    } catch {
      tryLater()
      return nil
    }
  }

  private func lose(_ connection: LinkConnection) {
    leaving.removeAll { !$0.isWaiting || $0 === connection }
    if connection.isWaiting { leaving.append(connection) }
    guard connection === current else { return }
    current = nil
    isSilent = connection.hadNoHello
    tryLater()
  }

  private func tryLater() {
    retry?.cancel()
    guard !isClosed else { return }
    // The jitter keeps clients that lost a service together from reconnecting together.
    var random = LoopRandom(loop)
    let pause = pauseMilliseconds + .random(in: 0...pauseMilliseconds / 4, using: &random)
    pauseMilliseconds = min(pauseMilliseconds * 2, RPCLimits.reconnectMaximumMilliseconds)
    retry = loop.schedule(afterMilliseconds: pause) { [self] in _ = connection() }
  }
}
