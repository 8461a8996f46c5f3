import API
import Proto

/// The imports that run: a bounded number, one of each user. Belongs to the edge's loop.
final class ImportDesk {
  private let loop: Loop
  let program: ImportProgram?
  private var uploads: [String: ImportUpload] = [:]
  /// Where files are written, once there has been one.
  private var disk: Loop?

  init(loop: Loop, program: ImportProgram?) {
    self.loop = loop
    self.program = program
  }

  deinit {
    disk?.stop()
  }

  var count: Int { uploads.count }

  /// Begins an upload, where nothing stands against it.
  func open(
    _ connection: HTTPConnection, _ row: Edge.Row, _ call: EdgeAPI.ImportFile, wantsEvents: Bool
  ) throws(Refused) -> ImportUpload {
    let user = connection.identity.user
    guard let program else { throw Refused(503, "files cannot be imported here") }
    guard uploads[user] == nil else { throw Refused(429, "another import of the user is running") }
    guard uploads.count < Limits.imports else {
      throw Refused(503, "\(Limits.imports) imports are running, the most that may be")
    }
    if disk == nil { disk = try? Loop.spawn() }
    guard let disk, let spool = FileSpool(loop: loop, disk: disk, folders: program.folders) else {
      throw Refused(503, "there is no room for a file now")
    }
    let upload = ImportUpload(connection, row, call, program, spool, wantsEvents: wantsEvents)
    uploads[user] = upload
    return upload
  }

  func close(_ upload: ImportUpload) {
    upload.end()
    if uploads[upload.user] === upload { uploads[upload.user] = nil }
  }

  /// The edge ends: what was written stays, and the client may send the file again.
  func stop() {
    for upload in uploads.values {
      upload.abandon(ProblemBody.answer(Refusal(status: 503, detail: "the edge is stopping")))
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
