import CBOR
import Loop

/// A link's part that belongs to the loop: which connection takes new calls, and when to try for another.
///
/// It and its connection hold each other until the link closes both: a weak reference would make every retain of a call
/// take the slow path.
final class LinkState {
  private let loop: Loop
  private let service: String
  private let hello: Hello
  private let connect: @Sendable () throws(SystemError) -> CInt
  private var current: LinkConnection?
  /// Those that still wait for answers, and take no new calls.
  private var leaving: [LinkConnection] = []
  private var lastAttempt: UInt64 = 0
  private var pauseMilliseconds = RPCLimits.reconnectMilliseconds
  private var retry: LoopTimer?
  private var isClosed = false
  /// The last connection got no hello, so that calls do not wait for the next one's.
  private var isSilent = false

  init(loop: Loop, service: String, hello: Hello, connect: @escaping @Sendable () throws(SystemError) -> CInt) {
    self.loop = loop
    self.service = service
    self.hello = hello
    self.connect = connect
  }

  /// Called when what waited for the service to read has gone.
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
      guard let connection = connection() else { throw Fault(.unavailable, "\(service) is away") }
      try connection.send(method, meta, pending, argument)
    } catch {
      loop.soon { pending.completion(.fault(error)) }
    }
  }

  /// Nil where it could not be sent, which the completion gets.
  func sendStoppable(
    _ method: String, _ meta: CallMeta, _ pending: LinkConnection.Pending, _ argument: [UInt8]
  ) -> SentCall? {
    do throws(Fault) {
      guard let connection = connection() else { throw Fault(.unavailable, "\(service) is away") }
      return SentCall(connection, try connection.send(method, meta, pending) { $0.raw(argument) })
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
    // A call may try out of turn, only not so often that calls to an absent service become a load themselves.
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
    isSilent = connection.wasNeverHeard
    tryLater()
  }

  private func tryLater() {
    retry?.cancel()
    guard !isClosed else { return }
    // Clients that lost the same service at the same time do not all come back at once.
    var random = LoopRandom(loop)
    let pause = pauseMilliseconds + .random(in: 0...pauseMilliseconds / 4, using: &random)
    pauseMilliseconds = min(pauseMilliseconds * 2, RPCLimits.reconnectMaximumMilliseconds)
    retry = loop.schedule(afterMilliseconds: pause) { [self] in _ = connection() }
  }
}
