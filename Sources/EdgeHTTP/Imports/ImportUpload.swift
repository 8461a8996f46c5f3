import API
import Glibc
import Proto

/// One file on its way in, and what becomes of it. Belongs to the edge's loop.
final class ImportUpload {
  private enum Stage {
    case sending
    /// The file is whole, and another one of the user's works.
    case waiting
    /// The first report of its key is looked for.
    case asking
    case importing
    case keeping
    case ended
  }

  unowned let connection: HTTPConnection
  let user: String
  /// It is asked about again for as long as the import lasts; nil where the call has none.
  let credential: HeldCredential?
  /// Nil where the call has none, and nothing is kept.
  private(set) var key: UploadKey?
  /// In bytes, the most it may have where it does not say.
  let size: Int
  private let route: Route
  private let call: EdgeAPI.ImportFile
  private let program: ImportProgram
  private let spool: FileSpool
  private let wantsEvents: Bool
  private var stage = Stage.sending
  private var child: ImportChild?
  private var timer: LoopTimer?
  private var isWhole = false
  private var isOverdue = false
  /// The events of the answer have begun.
  private var hasBegun = false
  private var result: [UInt8]?
  private var refusal: Answer?

  init(
    _ connection: HTTPConnection, _ route: Route, _ call: EdgeAPI.ImportFile, _ program: ImportProgram,
    _ spool: FileSpool, key: UploadKey?, size: Int, wantsEvents: Bool
  ) {
    self.connection = connection
    self.route = route
    self.call = call
    self.program = program
    self.spool = spool
    self.key = key
    self.size = size
    self.wantsEvents = wantsEvents
    user = connection.identity.user
    credential = HeldCredential(connection.identity)
    spool.onProgress = { [weak self] in self?.goOn() }
  }

  /// The file is whole, and only the answer is still to come.
  var isRunning: Bool { isWhole }
  var isWaiting: Bool { stage == .waiting }
  var isWorking: Bool { [.asking, .importing, .keeping].contains(stage) }
  /// What was imported is about to be answered.
  var isBeingKept: Bool { stage == .keeping }
  /// The disk is behind: the client is to wait.
  var isFull: Bool { spool.waitingBytes > Limits.spoolBytes }

  func write(_ bytes: [UInt8]) { spool.write(bytes) }

  func finishFile() {
    isWhole = true
    goOn()
  }

  private func goOn() {
    if spool.hasFailed { return abandon(ProblemBody.answer(Self.noRoom)) }
    if connection.isPaused, spool.waitingBytes <= Limits.spoolBytes / 2 { connection.readOn() }
    guard isWhole, spool.waitingBytes == 0, stage == .sending else { return }
    stage = .waiting
    limit(Limits.importTurnMilliseconds) { upload in upload.abandon(ProblemBody.answer(Self.noTurn)) }
    guard key != nil else {
      if connection.edge.imports.hasTurn(self) { work() }
      return
    }
    spool.digest { [weak self] digest in
      guard let self, stage == .waiting else { return }
      key?.digest = digest
      if connection.edge.imports.hasTurn(self) { work() }
    }
  }

  /// Its turn has come: what its key was answered before is looked for first.
  func work() {
    guard stage == .waiting else { return }
    guard let key else { return runProgram() }
    guard key.digest != nil else { return }
    stage = .asking
    key.find { [weak self] found in
      guard let self, stage == .asking else { return }
      switch found {
      case .success(let report?): answer(report, isReplayed: true)
      case .success(nil): runProgram()
      case .failure(let fault): fail(fault)
      }
    }
  }

  private func runProgram() {
    stage = .importing
    do throws(Refusal) {
      child = try ImportChild(
        loop: connection.stream.loop, program, program.arguments(call, user), file: spool.descriptor,
        received: { [weak self] in self?.receive($0, $1) }, ended: { [weak self] in self?.ended($0) })
    } catch {
      return abandon(ProblemBody.answer(error))
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

  private static let noTurn = Refusal(status: 503, detail: "another import of the user is still running")
  private static let noRoom = Refusal(status: 503, detail: "there is no room for the file on the disk")

  private func receive(_ word: String, _ rest: [UInt8]) {
    switch word {
    case "progress": progress(rest)
    case "result": result = rest
    case "refused": refusal = ProblemBody.answer(422, String(decoding: rest, as: UTF8.self))
    case "gone": refusal = ProblemBody.answer(Fault(.unauthenticated, String(decoding: rest, as: UTF8.self)))
    case "away":
      let detail = String(decoding: rest, as: UTF8.self)
      refusal = ProblemBody.answer(503, detail, fields: FieldLines.retrySoon)
    default: return
    }
  }

  /// For a client that does not read, the next one is as good.
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
    guard let result else { return finish(refusal ?? failure(ending)) }
    guard let key else { return answer(result) }
    // Without the key's answer the report is not given either: that this key imports the file again then, and finds it
    // there, is what the answer says.
    stage = .keeping
    timer?.cancel()
    key.keep(result) { [weak self] kept in
      guard let self, stage == .keeping else { return }
      switch kept {
      case .success(let kept): answer(kept.report, isReplayed: kept.isReplayed)
      case .failure(let fault): fail(fault)
      }
    }
  }

  private func answer(_ report: [UInt8], isReplayed: Bool = false) {
    let replayed = isReplayed ? FieldLines.replayed : []
    guard wantsEvents else {
      return connection.answer(Answer(fields: FieldLines.noStore + replayed, body: report))
    }
    let fields = FieldLines.streamed + replayed
    if !hasBegun, !connection.beginDownload(contentType: FieldLines.eventStream, fields: fields) { return }
    connection.endDownload(Self.event("result", report))
  }

  private func fail(_ fault: Fault) {
    let problem = ProblemBody.answer(fault, queries: route.queryNames)
    if problem.status >= 500 { connection.edge.warn(fault, route.method, connection) }
    finish(problem)
  }

  /// What its ending says, where it has said nothing itself.
  private func failure(_ ending: ImportChild.Ending) -> Answer {
    let command = "'waymark import' has no such bounds"
    if isOverdue {
      return ProblemBody.answer(422, "the import took longer than \(Limits.importMilliseconds / 1_000) s; \(command)")
    }
    switch ending {
    case .signalled(SIGXCPU):
      return ProblemBody.answer(422, "the file takes more time to read than an upload may; \(command)")
    case .signalled(SIGKILL), .signalled(SIGTERM), .signalled(SIGINT):
      let detail = "the import was ended; what was written stays, and the file may be sent again"
      return ProblemBody.answer(503, detail, fields: FieldLines.retrySoon)
    case .signalled(let signal):
      connection.edge.warn(Fault(.internal, "an import ended by signal \(signal)"), route.method, connection)
      return ProblemBody.answer(422, "the file could not be read with the memory that an upload may take; \(command)")
    case .exited(let code):
      connection.edge.warn(Fault(.internal, "an import ended with \(code)"), route.method, connection)
      return ProblemBody.answer(Fault(.internal, ""))
    }
  }

  /// Ends it, with that problem for the client.
  func abandon(_ problem: Answer) {
    end()
    finish(problem)
  }

  private func finish(_ problem: Answer) {
    if hasBegun { return connection.endDownload(Self.event("problem", problem.body)) }
    connection.answerUpload(problem)
  }

  /// Nothing more comes of it.
  func end() {
    stage = .ended
    timer?.cancel()
    timer = nil
    spool.onProgress = nil
    child?.end()
    child = nil
  }

  private static func event(_ name: String, _ data: [UInt8]) -> [UInt8] {
    [UInt8]("event: \(name)\ndata: ".utf8) + data + [UInt8]("\n\n".utf8)
  }
}
