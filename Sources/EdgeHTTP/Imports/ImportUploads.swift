import API
import Glibc
import Proto
import Service

/// The uploads in progress. Their bytes are limited. When a file is complete, its import waits for its turn: a few run
/// at the same time, and one per user. Belongs to the edge's loop.
final class ImportUploads {
  private let loop: Loop
  private let credentials: Credentials
  let program: ImportProgram?
  /// The imports that run at the same time, and the bytes of all uploads on the disk.
  private let atOnce: Int
  private let mostBytes: Int
  /// Oldest first.
  private var uploads: [ImportUpload] = []
  /// The thread that writes files, started when it is first needed.
  private var disk: Loop?
  private var check: LoopTimer?
  private var isStopping = false
  private var nextID: UInt64 = 0

  init(loop: Loop, program: ImportProgram?, credentials: Credentials, place: EdgePlace = .only) {
    self.loop = loop
    self.program = program
    self.credentials = credentials
    atOnce = place.part(of: Limits.imports)
    mostBytes = max(Limits.fileBytes, place.part(of: Limits.uploadBytes))
  }

  deinit {
    disk?.stop()
  }

  var count: Int { uploads.count }

  func open(
    _ connection: HTTPConnection, _ route: Route, _ call: EdgeAPI.ImportFile, key: UploadKey?, wantsEvents: Bool
  ) throws(OpenError) -> ImportUpload {
    guard let program else { throw .unavailable("imports are not enabled on this server") }
    let announced = connection.head.contentLength
    let size = announced ?? Limits.fileBytes
    try makeRoom(for: connection.identity.user, size, now: connection.now)
    if disk == nil { disk = try? Loop.spawn() }
    guard let disk,
      let spool = FileSpool(loop: loop, disk: disk, program, bytes: announced ?? 0, isSummed: key != nil)
    else { throw .unavailable("the file cannot be stored now; the disk may be full; retry later") }
    nextID += 1
    let upload = ImportUpload(
      nextID, connection, route, call, program, spool, key: key, size: size, wantsEvents: wantsEvents)
    uploads.append(upload)
    if check == nil { scheduleCheck() }
    return upload
  }

  /// Makes an unnamed file for content that is stored already.
  func makeSpool(bytes: Int) -> FileSpool? {
    guard let program else { return nil }
    if disk == nil { disk = try? Loop.spawn() }
    return disk.flatMap { FileSpool(loop: loop, disk: $0, program, bytes: bytes, isSummed: false) }
  }

  private func makeRoom(for user: String, _ size: Int, now: UInt64) throws(OpenError) {
    guard uploads.contains(where: { $0.user == user }) || hasPlace else {
      throw .rejected(.imports, 503, "\(atOnce) imports are running, the most allowed; retry later")
    }
    while true {
      switch places.decide(user, bytes: size, now: now) {
      case .admit: return
      case .evict(let id): evict(id)
      case .rejectUser: throw .rejected(.userImports, 429, "too many imports are queued; retry when one has finished")
      case .reject: throw .rejected(.imports, 503, "too many files are being sent; retry later")
      }
    }
  }

  private func evict(_ id: UInt64) {
    let victim = uploads.first { $0.id == id }
    uploads.removeAll { $0.id == id }
    victim?.evict()
  }

  private var places: UploadPlaces {
    UploadPlaces(
      mostBytes: mostBytes,
      uploads: uploads.map { upload in
        UploadPlaces.Upload(
          id: upload.id, user: upload.user, bytes: upload.size, startedAt: upload.startedAt,
          isSending: upload.isSending, isWorking: upload.isWorking)
      })
  }

  private var hasPlace: Bool { !isStopping && uploads.count { $0.isWorking } < atOnce }

  /// Whether an upload that is complete may begin.
  func hasTurn(_ upload: ImportUpload) -> Bool {
    hasPlace && !uploads.contains { $0 !== upload && $0.user == upload.user && $0.isWorking }
  }

  func close(_ upload: ImportUpload) {
    upload.end()
    uploads.removeAll { $0 === upload }
    for next in uploads where next.isWaiting && hasTurn(next) { next.begin() }
  }

  /// The edge stops: what was imported stays, and the client may send the file again.
  func stop() {
    // None begins because another ends.
    isStopping = true
    for upload in uploads.reversed() where !upload.isBeingKept {
      upload.abandon(ProblemBody.response(RequestProblem(status: 503, detail: Edge.stopping)))
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
    case rejected(LimitRejection)
    case unavailable(HTTPResponse)

    fileprivate static func rejected(_ limit: AdmissionLimit, _ status: Int, _ detail: String) -> OpenError {
      .rejected(LimitRejection(limit, status, detail, retrySeconds: Limits.importRetrySeconds))
    }

    fileprivate static func unavailable(_ detail: String) -> OpenError {
      .unavailable(
        ProblemBody.response(
          503, detail, fields: FieldLines.line("Retry-After", String(Limits.importRetrySeconds))))
    }
  }
}
