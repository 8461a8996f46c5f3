import API
import Glibc
import Proto

/// The uploads in progress: their number is limited, and one import per user runs while the others wait. Belongs to the
/// edge's loop.
final class ImportUploads {
  private let loop: Loop
  private let credentials: Credentials
  let program: ImportProgram?
  /// Oldest first.
  private var uploads: [ImportUpload] = []
  /// The thread that writes files, started when it is first needed.
  private var disk: Loop?
  private var check: LoopTimer?

  init(loop: Loop, program: ImportProgram?, credentials: Credentials) {
    self.loop = loop
    self.program = program
    self.credentials = credentials
  }

  deinit {
    disk?.stop()
  }

  var count: Int { uploads.count }

  func open(
    _ connection: HTTPConnection, _ route: Route, _ call: EdgeAPI.ImportFile, key: UploadKey?, wantsEvents: Bool
  ) throws(OpenError) -> ImportUpload {
    guard let program else { throw .unavailable("imports are not enabled on this server") }
    let size = connection.head.contentLength ?? Limits.fileBytes
    try checkLimits(of: connection.identity.user, size)
    if disk == nil { disk = try? Loop.spawn() }
    guard let disk,
      let spool = FileSpool(loop: loop, disk: disk, folders: program.folders, isSummed: key != nil)
    else { throw .unavailable("the file cannot be stored now; retry later") }
    let upload = ImportUpload(
      connection, route, call, program, spool, key: key, size: size, wantsEvents: wantsEvents)
    uploads.append(upload)
    if check == nil { scheduleCheck() }
    return upload
  }

  private func checkLimits(of user: String, _ size: Int) throws(OpenError) {
    let own = uploads.filter { $0.user == user }
    if own.isEmpty {
      guard Set(uploads.map(\.user)).count < Limits.imports else {
        throw .rejected(.imports, 503, "\(Limits.imports) imports are running, the most allowed; retry later")
      }
      return
    }
    let bytes = own.dropFirst().reduce(size) { $0 + $1.size }
    guard own.count <= Limits.waitingImports, bytes <= Limits.waitingImportBytes else {
      throw .rejected(.userImports, 429, "too many imports are queued; retry when one has finished")
    }
  }

  /// Whether an upload that is complete may begin: one import per user runs at a time.
  func hasTurn(_ upload: ImportUpload) -> Bool {
    !uploads.contains { $0 !== upload && $0.user == upload.user && $0.isWorking }
  }

  func close(_ upload: ImportUpload) {
    upload.end()
    uploads.removeAll { $0 === upload }
    uploads.first { $0.user == upload.user && $0.isWaiting && hasTurn($0) }?.begin()
  }

  /// The edge stops: what was imported stays, and the client may send the file again.
  func stop() {
    // The newest first, so that none begins because another ends.
    for upload in uploads.reversed() where !upload.isBeingKept {
      upload.abandon(ProblemBody.response(Refusal(status: 503, detail: Edge.stopping)))
    }
  }

  private func scheduleCheck() {
    check = loop.schedule(afterMilliseconds: Limits.streamCheckMilliseconds) { [self] in
      check = nil
      if !uploads.isEmpty { checkCredentials() }
    }
  }

  /// Ends uploads whose credentials have expired or were revoked, because an import may last for minutes. The newest
  /// first, so that none begins because another ends.
  private func checkCredentials() {
    credentials.findEnded(Array(Set(uploads.compactMap(\.credential))), second: Int64(time(nil))) { [self] ended in
      for upload in uploads.reversed() where !upload.isBeingKept {
        guard let credential = upload.credential, ended.contains(credential) else { continue }
        upload.abandon(ProblemBody.response(401, Credentials.invalidTokenReason, fields: FieldLines.badBearer))
      }
      if check == nil, !uploads.isEmpty { scheduleCheck() }
    }
  }

  /// Why no upload can begin now.
  enum OpenError: Error {
    case rejected(Rejection)
    case unavailable(HTTPResponse)

    fileprivate static func rejected(_ limit: AdmissionLimit, _ status: Int, _ detail: String) -> OpenError {
      .rejected(Rejection(limit, status, detail, retrySeconds: Limits.importRetrySeconds))
    }

    fileprivate static func unavailable(_ detail: String) -> OpenError {
      .unavailable(
        ProblemBody.response(
          503, detail, fields: FieldLines.line("Retry-After", String(Limits.importRetrySeconds))))
    }
  }
}
