import API
import Connectors
import Crypto
import Proto

/// The body of a connector's request while it is stored. SessionSvc stores it in pieces, one call after the other, so
/// that it is as durable as other data and needs little memory. Belongs to the edge's loop.
final class StoredBody: BodySink {
  private unowned let edge: Edge
  private unowned let connection: HTTPConnection
  private let exchange: ConnectorExchange
  private let user: String
  private let blob = RandomBytes.integer()
  private var pending: [UInt8] = []
  private var digest = SHA256.Stream()
  private var size = 0
  private var place = 0
  private var isSending = false
  private var isClosed = false
  private(set) var isComplete = false
  /// The response, if the body cannot be stored. It is sent after the body, which clients send whole.
  private var failure: HTTPResponse?
  /// The stored pieces stay, so the client may close its side after the body.
  let endsWithClient = false

  init(_ edge: Edge, _ connection: HTTPConnection, _ exchange: ConnectorExchange, user: String) {
    self.edge = edge
    self.connection = connection
    self.exchange = exchange
    self.user = user
  }

  var isFull: Bool { pending.count >= 2 * SessionAPI.fileChunkBytes }

  func write(_ bytes: [UInt8]) {
    guard !isClosed, failure == nil else { return }
    bytes.withUnsafeBytes { digest.add($0) }
    size += bytes.count
    pending += bytes
    sendNext()
  }

  func finishFile() {
    isComplete = true
    if let failure { return connection.respond(failure) }
    sendNext()
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    pending = []
    edge.connectors.storedBodies.end(user)
  }

  private func sendNext() {
    guard !isSending, !isClosed else { return }
    guard pending.count >= SessionAPI.fileChunkBytes || isComplete && !pending.isEmpty else {
      if isComplete { finish() }
      return
    }
    let piece = Array(pending.prefix(SessionAPI.fileChunkBytes))
    pending.removeFirst(piece.count)
    isSending = true
    let call = SessionAPI.WriteUpload(blob: blob, place: place, bytes: piece)
    place += 1
    edge.make(call, for: user, connection) { [weak self] result in
      guard let self, !isClosed else { return }
      isSending = false
      switch result {
      case .failure(let fault): reject(fault)
      case .success:
        if !isFull { connection.continueFile() }
        sendNext()
      }
    }
  }

  private func reject(_ fault: Fault) {
    let response = edge.response(to: ConnectorProblem(fault), exchange)
    pending = []
    failure = response
    if isComplete { connection.respond(response) } else { connection.continueFile() }
  }

  private func finish() {
    let upload = ConnectorUpload(blob: blob, size: size, sha256: digest.finish())
    edge.dispatch(connection, exchange, upload)
  }
}

/// Counts the bodies that are being stored, so that one user does not take the place of all. Belongs to the edge's
/// loop.
final class StoredBodies {
  private var counts: [String: Int] = [:]
  private(set) var count = 0

  func begin(_ user: String) -> Bool {
    guard count < Limits.uploads, counts[user, default: 0] < Limits.storedBodiesOfUser else { return false }
    count += 1
    counts[user, default: 0] += 1
    return true
  }

  func end(_ user: String) {
    count -= 1
    let left = counts[user, default: 1] - 1
    counts[user] = left == 0 ? nil : left
  }
}
