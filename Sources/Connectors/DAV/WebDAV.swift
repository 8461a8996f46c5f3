public import API
import Domain

/// A WebDAV server of class 1 without locks, for readers and for programs that copy files.
public struct WebDAV: Connector {
  public let name = ConnectorName.dav
  static let milliseconds = 10_000
  static let methods = "OPTIONS, PROPFIND, GET, HEAD, PUT, MKCOL, MOVE, DELETE"
  /// The body of a PROPFIND, which is ignored.
  static let bodyBytes = 64 * 1024

  public init() {}

  public func plan(_ head: ConnectorHead) -> ConnectorPlan {
    let credentials = ConnectorCredentials.basic(head.field("authorization"))
    func accept(
      _ scope: ConnectorScope, _ bodyBytes: Int = Self.bodyBytes, storage: ConnectorStorage = .memory
    ) -> ConnectorPlan {
      .accept(
        ConnectorTerms(
          credentials: credentials, scope: scope, bodyBytes: bodyBytes, storage: storage,
          milliseconds: Self.milliseconds))
    }
    switch head.method {
    case "OPTIONS": return .respond(ConnectorResponse(fields: [ConnectorPair("DAV", "1"), Self.allow]))
    case "PROPFIND", "GET", "HEAD": return accept(.read)
    case "PUT": return accept(.write, FileRules.mostBytes, storage: .stored)
    case "MKCOL", "MOVE", "DELETE": return accept(.write)
    default: return .reject(ConnectorProblem(405, "the method is not supported"))
    }
  }

  static let allow = ConnectorPair("Allow", methods)

  public func handle(_ request: ConnectorRequest) -> ConnectorStep {
    let path = FilePath(request.head.path)
    switch request.head.method {
    case "PROPFIND": return list(path, request)
    case "GET", "HEAD": return get(path, request)
    case "PUT": return put(path, request)
    case "MKCOL":
      guard request.body.isEmpty else { return .fail(ConnectorProblem(415, "a new folder has no body")) }
      return .call(SessionAPI.MakeFolder(path: path), for: request.user) { reply in
        // An existing folder is 405, as the standard says.
        reply.outcome == .otherKind ? .fail(Self.existing) : Self.finish(reply)
      }
    case "MOVE": return move(path, request)
    default:
      let call = SessionAPI.DeleteFile(path: path, condition: Self.condition(request.head))
      return .call(call, for: request.user) { reply in
        switch reply.outcome {
        case .otherKind: .fail(ConnectorProblem(403, "the root folder cannot be deleted"))
        case .replaced: .respond(ConnectorResponse(status: 204))
        default: Self.finish(reply)
        }
      }
    }
  }

  private static let existing = ConnectorProblem(405, "a file or folder has this path already")

  // Reading.

  private func list(_ path: FilePath, _ request: ConnectorRequest) -> ConnectorStep {
    let hasChildren: Bool
    switch request.head.field("depth")?.lowercased() {
    case nil, "1": hasChildren = true
    case "0": hasChildren = false
    case "infinity": return .fail(ConnectorProblem(403, "a whole tree cannot be listed; use depth 0 or 1"))
    default: return .fail(ConnectorProblem(400, "Depth must be 0 or 1"))
    }
    return .call(SessionAPI.ListFiles(path: path, hasChildren: hasChildren), for: request.user) { reply in
      guard let entry = reply.entry else { return .fail(.notFound) }
      let entries = [entry] + (entry.isFolder ? reply.children : [])
      return .respond(
        ConnectorResponse(
          status: 207, contentType: "application/xml",
          body: MultiStatus.body(entries, base: request.head.base)))
    }
  }

  private func get(_ path: FilePath, _ request: ConnectorRequest) -> ConnectorStep {
    let user = request.user
    return .call(SessionAPI.ListFiles(path: path, hasChildren: false), for: user) { reply in
      guard let entry = reply.entry else { return .fail(.notFound) }
      guard !entry.isFolder else { return .fail(ConnectorProblem(405, "this is a folder; list it with PROPFIND")) }
      let fields = [
        ConnectorPair("ETag", "\"\(entry.tag)\""), ConnectorPair("Last-Modified", HTTPDate.text(entry.modifiedAt)),
      ]
      if let known = request.head.field("if-none-match"),
        FileTag.list(known).contains(where: { $0 == "*" || FileTag.isEqual($0, entry.tag) })
      {
        return .respond(ConnectorResponse(status: 304, fields: fields))
      }
      let response = ConnectorResponse(contentType: "application/octet-stream", fields: fields)
      return .download(
        ConnectorDownload(response, length: entry.size, blob: entry.blob, user: user?.id ?? ""))
    }
  }

  // Writing.

  private func put(_ path: FilePath, _ request: ConnectorRequest) -> ConnectorStep {
    guard let upload = request.upload else { return .fail(ConnectorProblem(400, "the body is missing")) }
    guard !path.isRoot else { return .fail(Self.existing) }
    let call = SessionAPI.PutFile(
      path: path, blob: upload.blob, size: upload.size, sha256: upload.sha256,
      condition: Self.condition(request.head), order: ImportRule.order(for: path, from: name))
    return .call(call, for: request.user) { Self.finish($0, importing: call.order, for: request.user) }
  }

  private func move(_ path: FilePath, _ request: ConnectorRequest) -> ConnectorStep {
    guard let target = request.head.field("destination").flatMap({ Destination.path($0, base: request.head.base) })
    else {
      return .fail(ConnectorProblem(400, "Destination must be an address below \(request.head.base)"))
    }
    let overwrites = request.head.field("overwrite")?.uppercased() != "F"
    let call = SessionAPI.MoveFile(
      path: path, target: target, overwrites: overwrites, condition: Self.condition(request.head),
      order: ImportRule.order(for: target, from: name))
    return .call(call, for: request.user) { reply in
      reply.outcome == .otherKind
        ? .fail(ConnectorProblem(403, "a folder cannot be moved into itself or replace its own folder"))
        : Self.finish(reply, importing: call.order, for: request.user)
    }
  }

  private static func condition(_ head: ConnectorHead) -> FileCondition {
    FileCondition(
      tags: head.field("if-match").map(FileTag.list) ?? [],
      mustBeMissing: head.field("if-none-match").map { FileTag.list($0).contains("*") } ?? false)
  }

  /// The outcome of an import does not change the response, because devices share the file anyway.
  private static func finish(
    _ reply: SessionAPI.FileReply, importing order: SessionAPI.ImportOrder? = nil, for user: ConnectorUser? = nil
  ) -> ConnectorStep {
    switch reply.outcome {
    case .created, .replaced:
      let file = reply.entry.flatMap { $0.isFolder ? nil : $0 }
      let fields = file.map { [ConnectorPair("ETag", "\"\($0.tag)\"")] } ?? []
      let response = ConnectorResponse(status: reply.outcome == .created ? 201 : 204, fields: fields)
      guard order != nil, let file, file.blob != 0, let user else { return .respond(response) }
      return .runImport(blob: file.blob, user: user.id) { outcome in
        var response = response
        response.items = outcome?.items ?? ConnectorItems()
        return .respond(response)
      }
    case .missing: return .fail(.notFound)
    case .missingParent: return .fail(ConnectorProblem(409, "the folder above does not exist"))
    case .otherKind: return .fail(ConnectorProblem(409, "a folder has this path"))
    case .conditionFailed: return .fail(ConnectorProblem(412, "the file has changed"))
    case .badPath:
      return .fail(
        ConnectorProblem(
          422, "a name must have 1 to \(FileRules.nameBytes) bytes, in at most \(FileRules.mostFolderLevels) folders"))
    case .badContent: return .fail(ConnectorProblem(422, "\(FileRules.statisticsName) must be an SQLite file"))
    case .full:
      let megabytes = FileRules.mostBytesOfUser >> 20
      return .fail(ConnectorProblem(507, "a user has at most \(FileRules.mostFiles) files and \(megabytes) MiB"))
    }
  }

  /// Responses 404 and 412 have no body, because KOReader saves any body as the file.
  public func response(to problem: ConnectorProblem, _ head: ConnectorHead) -> ConnectorResponse {
    var response = ConnectorResponse(status: problem.status)
    if problem.status != 404, problem.status != 412 {
      (response.contentType, response.body) = ("text/plain; charset=utf-8", [UInt8]((problem.message + "\n").utf8))
    }
    if problem.status == 401 { response.fields = [ConnectorPair("WWW-Authenticate", "Basic realm=\"Waymark\"")] }
    if problem.status == 405 { response.fields = [Self.allow] }
    if [409, 413, 422, 507].contains(problem.status), head.method == "PUT" {
      response.problem = "'\(head.path.last ?? "")' was not stored: \(problem.message)"
    }
    return response
  }
}
