import CPostgres
import Glibc

/// The reply to a statement, complete after `settle`.
final class PostgreSQLReply {
  let text: String
  fileprivate(set) var result: PostgreSQLResult?
  fileprivate(set) var isDone = false

  fileprivate init(_ text: String) {
    self.text = text
  }
}

/// A connection in libpq's pipeline mode: statements are sent without waiting, and replies are read in order. Every
/// wait has a deadline.
final class PostgreSQLLink {
  private let libpq: UnsafePointer<waymark_libpq>
  private let handle: OpaquePointer
  private enum Awaited {
    case reply(PostgreSQLReply)
    case sync
  }
  private var awaited: [Awaited] = []
  /// The number of warnings from the server.
  private let warnings = UnsafeMutablePointer<Int>.allocate(capacity: 1)
  /// The first error since `clearFailure`. The server did not run the statements sent after it.
  private(set) var failure: DatabaseError?
  /// The statement that failed.
  private(set) var failed: PostgreSQLReply?
  /// The longest wait for a reply.
  var longestReplyNanoseconds = StorageLimits.longestReplyNanoseconds
  /// Whether the connection is unusable.
  private(set) var isLost = false

  /// If `parameters` repeats a name, the last value is used.
  init(_ parameters: [(name: String, value: String)]) throws {
    guard let libpq = waymark_libpq() else {
      throw DatabaseError(.unreachable, "libpq is not installed; install it (Debian: apt-get install libpq5)")
    }
    self.libpq = libpq
    let names = CStrings(parameters.map(\.name))
    let values = CStrings(parameters.map(\.value))
    try Self.checkAddresses(parameters, libpq)
    guard let opened = libpq.pointee.PQconnectdbParams(names.pointers, values.pointers, 1) else {
      throw DatabaseError(.noMemory, "not enough memory for a connection")
    }
    handle = opened
    warnings.initialize(to: 0)
    guard libpq.pointee.PQstatus(handle) == CONNECTION_OK else { throw DatabaseError(.unreachable, errorText) }
    _ = libpq.pointee.PQsetNoticeReceiver(
      handle, { counter, _ in counter?.assumingMemoryBound(to: Int.self).pointee += 1 }, warnings)
  }

  deinit {
    libpq.pointee.PQfinish(handle)
    warnings.deallocate()
  }

  private var errorText: String {
    String(orEmpty: libpq.pointee.PQerrorMessage(handle)).split(separator: "\n").joined(separator: "; ")
  }

  /// The server's host and port, shown to a person.
  var host: String {
    let (host, port) = (String(orEmpty: libpq.pointee.PQhost(handle)), String(orEmpty: libpq.pointee.PQport(handle)))
    return "\(host.isEmpty ? "localhost" : host):\(port)"
  }

  /// libpq's error about an invalid address would contain the address and its password.
  private static func checkAddresses(
    _ parameters: [(name: String, value: String)], _ libpq: UnsafePointer<waymark_libpq>
  ) throws {
    for (_, address) in parameters.filter({ $0.name == "dbname" && $0.value.contains("://") }) {
      guard let options = libpq.pointee.PQconninfoParse(address, nil), hasPort(options, libpq) else {
        throw DatabaseError(
          .unreachable,
          "the database address is not valid; percent-encode :/?#[]@%& in the user, password and values (: is %3A)")
      }
    }
  }

  /// Checks the port and frees the options. libpq reads an unescaped password as a port.
  private static func hasPort(
    _ options: UnsafeMutablePointer<PQconninfoOption>, _ libpq: UnsafePointer<waymark_libpq>
  ) -> Bool {
    defer { libpq.pointee.PQconninfoFree(options) }
    var option = options
    while let keyword = option.pointee.keyword {
      if String(cString: keyword) == "port", let value = option.pointee.val {
        return String(cString: value).split(separator: ",").allSatisfy { UInt16($0) != nil }
      }
      option += 1
    }
    return true
  }

  var warningCount: Int { warnings.pointee }

  /// Runs statements before the pipeline starts and returns the first column of the last result's first row.
  @discardableResult
  func script(_ text: String) throws -> String {
    guard let result = libpq.pointee.PQexec(handle, text) else { throw lost(errorText) }
    defer { libpq.pointee.PQclear(result) }
    switch libpq.pointee.PQresultStatus(result) {
    case PGRES_COMMAND_OK: return ""
    case PGRES_TUPLES_OK:
      return libpq.pointee.PQntuples(result) > 0 ? String(orEmpty: libpq.pointee.PQgetvalue(result, 0, 0)) : ""
    default: throw DatabaseError(result: result, libpq, during: text)
    }
  }

  /// Starts the pipeline. `script` must not be called afterwards.
  func beginPipeline() throws {
    guard libpq.pointee.PQsetnonblocking(handle, 1) == 0, libpq.pointee.PQenterPipelineMode(handle) == 1 else {
      throw lost(errorText)
    }
  }

  func prepare(_ name: String, _ text: String) throws {
    _ = try sent(libpq.pointee.PQsendPrepare(handle, name, text, 0, nil), text)
  }

  func execute(prepared name: String, _ parameters: PostgreSQLParameters, text: String) throws -> PostgreSQLReply {
    try sent(parameters.withPointers { libpq.pointee.PQsendQueryPrepared(handle, name, $0, $1, $2, $3, 1) }, text)
  }

  func execute(_ text: String, _ parameters: PostgreSQLParameters) throws -> PostgreSQLReply {
    try sent(parameters.withPointers { libpq.pointee.PQsendQueryParams(handle, text, $0, nil, $1, $2, $3, 1) }, text)
  }

  private func sent(_ code: Int32, _ text: String) throws -> PostgreSQLReply {
    guard !isLost, code == 1 else { throw lost(errorText) }
    let reply = PostgreSQLReply(text)
    awaited.append(.reply(reply))
    return reply
  }

  /// Makes the server run what was sent, without waiting for replies.
  func push() throws {
    guard !isLost, libpq.pointee.PQpipelineSync(handle) == 1 else { throw lost(errorText) }
    awaited.append(.sync)
    guard libpq.pointee.PQflush(handle) >= 0 else { throw lost(errorText) }
  }

  /// Waits for all replies. A rejected statement sets `failure`; a lost connection throws.
  func settle() throws {
    if awaited.isEmpty { return }
    if case .reply = awaited[awaited.count - 1] { try push() }
    let deadline = monotonicNanoseconds() + longestReplyNanoseconds
    for item in awaited {
      switch item {
      case .sync:
        guard let result = try next(before: deadline) else { throw lost(errorText) }
        let status = libpq.pointee.PQresultStatus(result)
        libpq.pointee.PQclear(result)
        guard status == PGRES_PIPELINE_SYNC else { throw lost("unexpected end of the pipeline: \(status)") }
      case .reply(let reply): try receive(reply, before: deadline)
      }
    }
    awaited.removeAll(keepingCapacity: true)
  }

  private func receive(_ reply: PostgreSQLReply, before deadline: Int) throws {
    // No result at all means that the connection is lost.
    var isEmpty = true
    while let result = try next(before: deadline) {
      isEmpty = false
      switch libpq.pointee.PQresultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK: reply.result = PostgreSQLResult(result, libpq)
      case PGRES_PIPELINE_ABORTED: libpq.pointee.PQclear(result)
      default:
        let error = DatabaseError(result: result, libpq, during: reply.text)
        libpq.pointee.PQclear(result)
        if failure == nil { (failure, failed) = (error, reply) }
        if libpq.pointee.PQstatus(handle) == CONNECTION_BAD { throw lost(error.message) }
      }
    }
    if isEmpty { throw lost(errorText) }
    reply.isDone = true
  }

  /// Returns the next result, or nil when a statement's results are complete.
  private func next(before deadline: Int) throws -> OpaquePointer? {
    while libpq.pointee.PQisBusy(handle) == 1 {
      let unsent = libpq.pointee.PQflush(handle)
      let left = (deadline - monotonicNanoseconds()) / 1_000_000
      guard unsent >= 0, left > 0 else { throw lost(unsent < 0 ? errorText : "no reply before the deadline") }
      var waiting = pollfd(
        fd: libpq.pointee.PQsocket(handle), events: Int16(unsent == 1 ? POLLIN | POLLOUT : POLLIN), revents: 0)
      let ready = poll(&waiting, 1, Int32(left))
      if ready < 0, errno != EINTR { throw lost("poll failed: \(errno)") }
      if ready > 0, waiting.revents & Int16(POLLOUT) != waiting.revents, libpq.pointee.PQconsumeInput(handle) == 0 {
        throw lost(errorText)
      }
    }
    return libpq.pointee.PQgetResult(handle)
  }

  var descriptor: Int32 { libpq.pointee.PQsocket(handle) }

  /// Returns the received notifications of other connections, without waiting.
  func removeMessages() throws -> [String] {
    guard !isLost, libpq.pointee.PQconsumeInput(handle) == 1, libpq.pointee.PQstatus(handle) == CONNECTION_OK else {
      throw lost(errorText)
    }
    var texts: [String] = []
    let own = libpq.pointee.PQbackendPID(handle)
    while let message = libpq.pointee.PQnotifies(handle) {
      if message.pointee.be_pid != own { texts.append(String(orEmpty: message.pointee.extra)) }
      libpq.pointee.PQfreemem(message)
    }
    return texts
  }

  /// Called after the failed transaction has ended.
  func clearFailure() {
    (failure, failed) = (nil, nil)
  }

  private func lost(_ reason: String) -> DatabaseError {
    isLost = true
    return DatabaseError(.unreachable, "the connection to the database is lost: \(reason)")
  }
}

/// A null-terminated array of C strings.
private final class CStrings {
  let pointers: [UnsafePointer<CChar>?]

  init(_ texts: [String]) {
    pointers = texts.map { text in strdup(text).map { UnsafePointer($0) } } + [nil]
  }

  deinit {
    for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) }
  }
}
