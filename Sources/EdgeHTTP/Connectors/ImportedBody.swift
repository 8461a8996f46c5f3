import API
import Connectors
import Crypto
import Proto

/// The body of a request that is imported at once. It is kept in an unnamed file of this process: devices send their
/// whole history each time, of which little is new, and storing it durably would write far more than the import.
///
/// If the import cannot start, ends without an outcome, or takes longer than half of the client's time, SessionSvc
/// stores the body and its import is ordered, so that the response is true after a crash too. Belongs to the edge's
/// loop.
final class ImportedBody: BodySink {
  private unowned let edge: Edge
  private unowned let connection: HTTPConnection
  private let exchange: ConnectorExchange
  private let user: String
  private let spool: FileSpool
  private var size = 0
  private var isClosed = false
  private var hasPlace = true
  private(set) var isComplete = false
  private var hasBegun = false
  /// The client may close its side after the body.
  let endsWithClient = false

  private enum Storing {
    case notBegun, running, ended
  }

  // The import.
  private var run: ImportRun?
  private var patience: LoopTimer?
  private var storing = Storing.notBegun
  private var done: ((Result<ConnectorImport?, ConnectorProblem>) -> Void)?

  init(_ edge: Edge, _ connection: HTTPConnection, _ exchange: ConnectorExchange, user: String, _ spool: FileSpool) {
    self.edge = edge
    self.connection = connection
    self.exchange = exchange
    self.user = user
    self.spool = spool
    spool.notify { [weak self] in self?.spoolChanged() }
  }

  // The body.

  var isFull: Bool { spool.waitingBytes > Limits.spoolBytes }

  func write(_ bytes: [UInt8]) {
    guard !isClosed else { return }
    size += bytes.count
    spool.write(bytes)
  }

  func finishFile() {
    isComplete = true
    spoolChanged()
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    exchange.setBody(nil)
    leaveIfUnused()
  }

  /// Gives the user's place back when nothing uses the file any more. An import may continue after the client has left.
  private func leaveIfUnused() {
    guard hasPlace, isClosed, run == nil, storing != .running else { return }
    hasPlace = false
    edge.connectors.storedBodies.end(user)
  }

  private func spoolChanged() {
    guard !isClosed, !hasBegun else { return }
    if spool.waitingBytes <= Limits.spoolBytes / 2 { connection.continueFile() }
    guard isComplete, spool.waitingBytes == 0 else { return }
    hasBegun = true
    spool.stopNotifying()
    guard !spool.hasFailed else {
      let problem = ConnectorProblem(503, "the disk has no space for the data; retry later")
      return connection.respond(edge.response(to: problem, exchange))
    }
    exchange.setBody(self)
    edge.dispatch(connection, exchange, ConnectorUpload(blob: 0, size: size, sha256: []))
  }

  // The import.

  /// Calls `done` with the outcome, or with nil when the time is over and the import continues.
  func importNow(
    _ order: SessionAPI.ImportOrder, named name: String, within milliseconds: Int,
    _ done: @escaping (Result<ConnectorImport?, ConnectorProblem>) -> Void
  ) {
    self.done = done
    let end = edge.milliseconds + Int64(milliseconds)
    run = edge.connectors.importOrders.runNow(order, of: user, named: name, file: spool.descriptor) { [self] outcome in
      run = nil
      if let outcome { finish(.success(outcome)) } else { store(order, name, end: end) }
      leaveIfUnused()
    }
    guard run != nil else { return store(order, name, end: end) }
    patience = edge.loop.schedule(afterMilliseconds: max(0, milliseconds / 2)) { [self] in
      store(order, name, end: end)
    }
  }

  private func finish(_ result: Result<ConnectorImport?, ConnectorProblem>) {
    patience?.cancel()
    guard let done else { return }
    self.done = nil
    done(result)
  }

  /// Stores the body piece by piece, and orders its import. The import that runs may still end before that.
  private func store(_ order: SessionAPI.ImportOrder, _ name: String, end: Int64) {
    guard storing == .notBegun, done != nil else { return }
    storing = .running
    storeNext(0, blob: RandomBytes.integer()) { [self] blob in
      if let run { edge.connectors.importOrders.endNow(run, of: user) }
      run = nil
      let call = SessionAPI.AddImport(blob: blob, size: size, name: name, order: order)
      send(call) { [self] in
        endStoring()
        edge.connectors.importOrders.run(blob, of: user, within: Int(end - edge.milliseconds)) { [self] outcome in
          finish(.success(outcome))
        }
      }
    }
  }

  private func storeNext(_ place: Int, blob: Int64, _ stored: @escaping (Int64) -> Void) {
    guard done != nil else { return endStoring() }
    let begin = place * SessionAPI.fileChunkBytes
    guard begin < size else { return stored(blob) }
    spool.read(begin..<min(size, begin + SessionAPI.fileChunkBytes)) { [self] bytes in
      guard let bytes else {
        finish(.failure(ConnectorProblem(503, "the data cannot be read again; retry later")))
        return endStoring()
      }
      send(SessionAPI.WriteUpload(blob: blob, place: place, bytes: bytes)) { [self] in
        storeNext(place + 1, blob: blob, stored)
      }
    }
  }

  private func send<Call: Method>(_ call: Call, _ sent: @escaping () -> Void) {
    edge.connectors.importOrders.send(call, of: user) { [self] result in
      switch result {
      case .success: sent()
      case .failure(let fault):
        finish(.failure(ConnectorProblem(fault)))
        endStoring()
      }
    }
  }

  private func endStoring() {
    storing = .ended
    leaveIfUnused()
  }
}

extension Edge {
  /// Imports the body of the request, and continues with the outcome.
  func importBody(
    _ order: SessionAPI.ImportOrder, named name: String, _ connection: HTTPConnection, _ exchange: ConnectorExchange,
    _ done: @escaping (Result<ConnectorImport?, ConnectorProblem>) -> Void
  ) {
    guard let body = exchange.body else {
      return done(.failure(ConnectorProblem(400, "the body is empty; it must be an object")))
    }
    let serial = connection.serial
    let left = Int(exchange.deadline - milliseconds - Limits.importMarginMilliseconds)
    body.importNow(order, named: name, within: left) { result in
      if connection.isCurrent(serial) { done(result) }
    }
  }
}
