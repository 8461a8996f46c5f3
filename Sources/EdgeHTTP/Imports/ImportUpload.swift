import API
import Glibc
import Proto

/// The upload of one file and its import. Belongs to the edge's loop.
final class ImportUpload: BodySink {
  private enum Stage {
    case sending
    /// The file is complete, and another import of the user is running.
    case waiting
    /// SessionSvc looks up the report that is kept for the key.
    case findingReport
    case importing
    case keepingReport
    case ended
  }

  let id: UInt64
  unowned let connection: HTTPConnection
  let user: String
  /// Verified again for as long as the import lasts; nil if the request has none.
  let credential: HeldCredential?
  /// The idempotency key, or nil if the request has none.
  private(set) var key: UploadKey?
  /// The announced size in bytes, or the most allowed.
  let size: Int
  let startedAt: UInt64
  private let route: Route
  private let call: EdgeAPI.ImportFile
  private let program: ImportProgram
  private let spool: FileSpool
  private let wantsEvents: Bool
  private var stage = Stage.sending
  private var child: ImportChild?
  private var timer: LoopTimer?
  private(set) var isComplete = false
  private var isOverdue = false
  /// The events of the response have begun.
  private var hasBegun = false
  private var result: [UInt8]?
  private var problem: HTTPResponse?

  init(
    _ id: UInt64, _ connection: HTTPConnection, _ route: Route, _ call: EdgeAPI.ImportFile, _ program: ImportProgram,
    _ spool: FileSpool, key: UploadKey?, size: Int, wantsEvents: Bool
  ) {
    self.id = id
    self.connection = connection
    self.route = route
    self.call = call
    self.program = program
    self.spool = spool
    self.key = key
    self.size = size
    startedAt = connection.now
    self.wantsEvents = wantsEvents
    user = connection.identity.user
    credential = HeldCredential(connection.identity)
    spool.notify { [weak self] in self?.spoolChanged() }
  }

  /// An import is pointless if nobody waits for its report.
  let endsWithClient = true
  var isSending: Bool { stage == .sending }
  var isWaiting: Bool { stage == .waiting }
  var isWorking: Bool { [.findingReport, .importing, .keepingReport].contains(stage) }
  /// The import has succeeded and its report is being kept.
  var isBeingKept: Bool { stage == .keepingReport }
  /// The disk is slower than the client, which must wait.
  var isFull: Bool { spool.waitingBytes > Limits.spoolBytes }

  func write(_ bytes: [UInt8]) { spool.write(bytes) }

  func close() { connection.edge.imports.close(self) }

  func finishFile() {
    isComplete = true
    spoolChanged()
  }

  private func spoolChanged() {
    if spool.hasFailed { return abandon(ProblemBody.response(Self.diskFull)) }
    if spool.waitingBytes <= Limits.spoolBytes / 2 { connection.continueFile() }
    guard isComplete, spool.waitingBytes == 0, stage == .sending else { return }
    stage = .waiting
    limit(Limits.importTurnMilliseconds) { upload in upload.rejectTurn() }
    guard key != nil else {
      if connection.edge.imports.hasTurn(self) { begin() }
      return
    }
    spool.digest { [weak self] digest in
      guard let self, stage == .waiting else { return }
      key?.digest = digest
      if connection.edge.imports.hasTurn(self) { begin() }
    }
  }

  /// The turn of this upload has come. If its key was used before, the first report is the response.
  func begin() {
    guard stage == .waiting else { return }
    guard let key else { return runProgram() }
    guard key.digest != nil else { return }
    stage = .findingReport
    key.find { [weak self] found in
      guard let self, stage == .findingReport else { return }
      switch found {
      case .success(let report?): respond(report, isReplayed: true)
      case .success(nil): runProgram()
      case .failure(let fault): fail(fault)
      }
    }
  }

  private func runProgram() {
    stage = .importing
    do throws(RequestProblem) {
      child = try ImportChild(
        loop: connection.stream.loop, program, program.arguments(call, user) + ["--source", "upload"],
        file: spool.descriptor, received: { [weak self] in self?.receive($0, $1) },
        ended: { [weak self] in self?.ended($0) })
    } catch {
      return abandon(ProblemBody.response(error))
    }
    limit(Limits.importMilliseconds) { upload in
      upload.isOverdue = true
      upload.child?.interrupt()
    }
  }

  private func limit(_ milliseconds: Int, _ over: @escaping (ImportUpload) -> Void) {
    timer?.cancel()
    timer = connection.stream.loop.schedule(afterMilliseconds: milliseconds) { [weak self] in
      if let self { over(self) }
    }
  }

  private func rejectTurn() {
    abandon(LimitRejection(.importWait, 503, "other imports are still running; retry later"))
  }

  private func abandon(_ rejection: LimitRejection) {
    connection.edge.admission.rejections.note(rejection.limit, request: connection.requestID)
    abandon(rejection.response)
  }

  /// Another user needs the place of this upload.
  func evict() {
    abandon(
      LimitRejection(
        .imports, 503, "too many files are being sent; send this one again later",
        retrySeconds: Limits.importRetrySeconds))
  }

  private static let diskFull = RequestProblem(status: 503, detail: "the disk has no space for the file; retry later")

  private func receive(_ word: String, _ rest: [UInt8]) {
    switch word {
    case "progress": progress(rest)
    case "result": result = rest
    case "refused": problem = ProblemBody.response(422, String(decoding: rest, as: UTF8.self))
    case "gone": problem = ProblemBody.response(Fault(.unauthenticated, String(decoding: rest, as: UTF8.self)))
    case "away":
      let detail = String(decoding: rest, as: UTF8.self)
      problem = ProblemBody.response(503, detail, fields: FieldLines.retrySoon)
    default: return
    }
  }

  /// A client that does not read misses some reports of progress.
  private func progress(_ data: [UInt8]) {
    guard wantsEvents else { return }
    if !hasBegun {
      hasBegun = true
      guard connection.beginDownload(contentType: FieldLines.eventStream, fields: FieldLines.streamed) else { return }
    }
    guard connection.stream.pendingOutputBytes <= Limits.unsentEventBytes else { return }
    connection.writeChunk(Self.event("progress", data))
  }

  private func ended(_ ending: ImportChild.Ending) {
    child = nil
    guard let result else { return finish(problem ?? failure(ending)) }
    guard let key else { return respond(result) }
    // If the report cannot be kept, the client gets an error: a retry then imports the file again and finds its
    // contents.
    stage = .keepingReport
    timer?.cancel()
    key.keep(result) { [weak self] kept in
      guard let self, stage == .keepingReport else { return }
      switch kept {
      case .success(let kept): respond(kept.report, isReplayed: kept.isReplayed)
      case .failure(let fault): fail(fault)
      }
    }
  }

  private func respond(_ report: [UInt8], isReplayed: Bool = false) {
    let replayed = isReplayed ? FieldLines.replayed : []
    guard wantsEvents else {
      return connection.respond(HTTPResponse(fields: FieldLines.noStore + replayed, body: report))
    }
    let fields = FieldLines.streamed + replayed
    if !hasBegun, !connection.beginDownload(contentType: FieldLines.eventStream, fields: fields) { return }
    connection.endDownload(Self.event("result", report))
  }

  private func fail(_ fault: Fault) {
    let problem = ProblemBody.response(fault, queries: route.queryNames)
    if problem.status >= 500 { connection.edge.warn(fault, route.method, connection) }
    finish(problem)
  }

  /// The response if the process ended without a report.
  private func failure(_ ending: ImportChild.Ending) -> HTTPResponse {
    let command = "use 'waymark import', which has no such limit"
    if isOverdue {
      return ProblemBody.response(422, "the import took longer than \(Limits.importMilliseconds / 1_000) s; \(command)")
    }
    switch ending {
    case .signalled(SIGXCPU):
      return ProblemBody.response(422, "the file takes too long to read for an upload; \(command)")
    case .signalled where ending.isInterruption:
      let detail = "the import was stopped; what it has written stays; send the file again"
      return ProblemBody.response(503, detail, fields: FieldLines.retrySoon)
    case .signalled(let signal):
      connection.edge.warn(Fault(.internal, "an import ended by signal \(signal)"), route.method, connection)
      return ProblemBody.response(422, "the file needs too much memory for an upload; \(command)")
    case .exited(let code):
      connection.edge.warn(Fault(.internal, "an import ended with \(code)"), route.method, connection)
      return ProblemBody.response(Fault(.internal, ""))
    }
  }

  /// Ends the import and responds with the problem.
  func abandon(_ problem: HTTPResponse) {
    end()
    finish(problem)
  }

  private func finish(_ problem: HTTPResponse) {
    if hasBegun { return connection.endDownload(Self.event("problem", problem.body)) }
    connection.respondToUpload(problem)
  }

  /// Ends the import without a response.
  func end() {
    stage = .ended
    timer?.cancel()
    timer = nil
    spool.stopNotifying()
    child?.end()
    child = nil
  }

  private static func event(_ name: String, _ data: [UInt8]) -> [UInt8] {
    [UInt8]("event: \(name)\ndata: ".utf8) + data + [UInt8]("\n\n".utf8)
  }
}
