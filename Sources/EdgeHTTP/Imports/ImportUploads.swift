import API
import Glibc
import Proto

/// The uploads that are under way: a bounded number, and of each user one that works, while the others wait. Belongs to
/// the edge's loop.
final class ImportUploads {
  private let loop: Loop
  private let credentials: Credentials
  let program: ImportProgram?
  /// In the order in which they came.
  private var uploads: [ImportUpload] = []
  /// Where files are written, once there has been one.
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

  /// Begins an upload, where nothing stands against it.
  func open(
    _ connection: HTTPConnection, _ route: Route, _ call: EdgeAPI.ImportFile, key: UploadKey?, wantsEvents: Bool
  ) throws(Refused) -> ImportUpload {
    guard let program else { throw Refused(503, "files cannot be imported here") }
    let size = connection.head.contentLength ?? Limits.fileBytes
    try checkRoom(of: connection.identity.user, size)
    if disk == nil { disk = try? Loop.spawn() }
    guard let disk,
      let spool = FileSpool(loop: loop, disk: disk, folders: program.folders, isSummed: key != nil)
    else { throw Refused(503, "there is no room for a file now") }
    let upload = ImportUpload(
      connection, route, call, program, spool, key: key, size: size, wantsEvents: wantsEvents)
    uploads.append(upload)
    if check == nil { checkLater() }
    return upload
  }

  private func checkRoom(of user: String, _ size: Int) throws(Refused) {
    let own = uploads.filter { $0.user == user }
    if own.isEmpty {
      guard Set(uploads.map(\.user)).count < Limits.imports else {
        throw Refused(503, "\(Limits.imports) imports are running, the most that may be")
      }
      return
    }
    let bytes = own.dropFirst().reduce(size) { $0 + $1.size }
    guard own.count <= Limits.waitingImports, bytes <= Limits.waitingImportBytes else {
      throw Refused(429, "as many imports of the user as may be wait for one that runs")
    }
  }

  /// Whether an upload that is whole may go on: of a user's, one works at a time.
  func hasTurn(_ upload: ImportUpload) -> Bool {
    !uploads.contains { $0 !== upload && $0.user == upload.user && $0.isWorking }
  }

  func close(_ upload: ImportUpload) {
    upload.end()
    uploads.removeAll { $0 === upload }
    // The first that waits finds what this one has left.
    uploads.first { $0.user == upload.user && $0.isWaiting && hasTurn($0) }?.work()
  }

  /// The edge ends: what was written stays, and the client may send the file again.
  func stop() {
    // From the last one on: none is to have its turn by the end of another.
    for upload in uploads.reversed() where !upload.isBeingKept {
      upload.abandon(ProblemBody.answer(Refusal(status: 503, detail: "the edge is stopping")))
    }
  }

  private func checkLater() {
    check = loop.schedule(afterMilliseconds: Limits.streamCheckMilliseconds) { [self] in
      check = nil
      if !uploads.isEmpty { checkCredentials() }
    }
  }

  /// Ends those whose credentials are good no longer, what waits before what works: an import may last for minutes.
  private func checkCredentials() {
    credentials.findEnded(Array(Set(uploads.compactMap(\.credential))), second: Int64(time(nil))) { [self] ended in
      for upload in uploads.reversed() where !upload.isBeingKept {
        guard let credential = upload.credential, ended.contains(credential) else { continue }
        upload.abandon(ProblemBody.answer(401, Credentials.invalidTokenReason, fields: FieldLines.badBearer))
      }
      if check == nil, !uploads.isEmpty { checkLater() }
    }
  }

  /// Why there is no further import now.
  struct Refused: Error {
    var answer: Answer

    init(_ status: Int, _ detail: String) {
      answer = ProblemBody.answer(
        status, detail, fields: FieldLines.line("Retry-After", String(Limits.importRetrySeconds)))
    }
  }
}
