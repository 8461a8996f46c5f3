import API
import Chronology
import Domain
import Proto
import Testing

@testable import Connectors

@Suite("WebDAV")
struct WebDAVTests {
  private let dav = WebDAV()
  private let ada = ConnectorUser(id: "ada", mayRead: true, mayWrite: true)
  private struct Unexpected: Error {}

  private func head(_ method: String, _ path: [String], _ fields: [String: String] = [:]) -> ConnectorHead {
    ConnectorHead(
      method: method, path: path, fields: fields.map { ConnectorPair($0.key, $0.value) }, base: "/waymark/dav")
  }

  private func file(_ path: String..., size: Int = 5, isFolder: Bool = false) -> SessionAPI.FileEntry {
    SessionAPI.FileEntry(
      path: FilePath(path), isFolder: isFolder, size: isFolder ? 0 : size,
      sha256: isFolder ? [] : [UInt8](repeating: 0xAB, count: 32), modifiedAt: Instant(seconds: 784_111_777),
      blob: isFolder ? 0 : 7)
  }

  private func next<Reply: Encodable>(_ step: ConnectorStep, _ reply: Reply) throws -> ConnectorStep {
    guard case .call(let call) = step else { throw Unexpected() }
    let bytes = try CBOREncoder.encode(reply)
    return bytes.withUnsafeBytes { call.next(.reply($0, isValid: true)) }
  }

  private func argument<Call: Method>(_ step: ConnectorStep, _ type: Call.Type) throws -> Call {
    guard case .call(let call) = step, call.method == Call.name, call.user == "ada" else { throw Unexpected() }
    return try CBORDecoder.decode(type, from: call.argument)
  }

  private func response(_ step: ConnectorStep, _ head: ConnectorHead) throws -> ConnectorResponse {
    switch step {
    case .respond(let response): response
    case .fail(let problem): dav.response(to: problem, head)
    default: throw Unexpected()
    }
  }

  private func handle(_ head: ConnectorHead, upload: ConnectorUpload? = nil) -> ConnectorStep {
    dav.handle(ConnectorRequest(head: head, user: ada, upload: upload))
  }

  @Test("OPTIONS needs no credentials, and other methods are 405")
  func options() throws {
    guard case .respond(let response) = dav.plan(head("OPTIONS", ["x"])) else { throw Unexpected() }
    #expect(response.status == 200 && response.fields.contains(ConnectorPair("DAV", "1")))
    #expect(response.fields.contains(ConnectorPair("Allow", WebDAV.methods)))
    for method in ["LOCK", "PROPPATCH", "POST", "COPY"] {
      guard case .reject(let problem) = dav.plan(head(method, ["x"])) else { throw Unexpected() }
      let rejected = dav.response(to: problem, head(method, ["x"]))
      #expect(rejected.status == 405 && rejected.fields == [ConnectorPair("Allow", WebDAV.methods)])
    }
  }

  @Test("A body of PUT is streamed, up to 64 MiB")
  func terms() throws {
    guard case .accept(let terms) = dav.plan(head("PUT", ["x"], ["authorization": "Basic YTpiOnQ="])) else {
      throw Unexpected()
    }
    #expect(terms.storage == .stored && terms.bodyBytes == 64 << 20 && terms.scope == .write)
    #expect(terms.credentials == .token(name: "a:b", [0x74]) && terms.milliseconds == 10_000)
  }

  @Test("A list has the text that clients look for")
  func list() throws {
    let request = head("PROPFIND", ["Böcher"], ["depth": "1"])
    let step = handle(request)
    #expect(try argument(step, SessionAPI.ListFiles.self).hasChildren)
    let reply = SessionAPI.ListFiles.Reply(
      entry: file("Böcher", isFolder: true),
      children: [file("Böcher", "a&b (1).epub"), file("Böcher", "x", isFolder: true)])
    let found = try response(try next(step, reply), request)
    let tag = String(repeating: "ab", count: 16)
    let date = "<D:getlastmodified>Sun, 06 Nov 1994 08:49:37 GMT</D:getlastmodified>"
    let end = "</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>\n"
    let folder = "<D:propstat><D:prop><D:resourcetype><D:collection/></D:resourcetype>"
    let folderEnd = "<D:getcontentlength>0</D:getcontentlength>\(date)<D:getetag>\"f2ebc98a1\"</D:getetag>\(end)"
    #expect(found.status == 207 && found.contentType == "application/xml")
    #expect(
      String(decoding: found.body, as: UTF8.self) == """
        <?xml version="1.0" encoding="utf-8"?>
        <D:multistatus xmlns:D="DAV:">
        <D:response><D:href>/waymark/dav/B%C3%B6cher/</D:href>\(folder)\(folderEnd)\
        <D:response><D:href>/waymark/dav/B%C3%B6cher/a%26b%20%281%29.epub</D:href><D:propstat><D:prop>\
        <D:resourcetype/><D:getcontentlength>5</D:getcontentlength>\(date)<D:getetag>"\(tag)"</D:getetag>\(end)\
        <D:response><D:href>/waymark/dav/B%C3%B6cher/x/</D:href>\(folder)\(folderEnd)\
        </D:multistatus>

        """)
  }

  @Test("The root is the base with a slash, and a depth of infinity is 403")
  func root() throws {
    let root = SessionAPI.FileEntry(
      path: FilePath([]), isFolder: true, size: 0, sha256: [], modifiedAt: Instant(seconds: 0), blob: 0)
    #expect(MultiStatus.href(root, "/waymark/dav") == "/waymark/dav/")
    let deep = head("PROPFIND", [], ["depth": "infinity"])
    #expect(try response(handle(deep), deep).status == 403)
    let zero = handle(head("PROPFIND", [], ["depth": "0"]))
    #expect(try !argument(zero, SessionAPI.ListFiles.self).hasChildren)
    #expect(try argument(handle(head("PROPFIND", [])), SessionAPI.ListFiles.self).hasChildren)
  }

  @Test("A file is downloaded with its tag, and 304 if the client has it")
  func get() throws {
    let tag = String(repeating: "ab", count: 16)
    let step = try next(
      handle(head("GET", ["a"])), SessionAPI.ListFiles.Reply(entry: file("a"), children: []))
    guard case .download(let download) = step else { throw Unexpected() }
    #expect(download.length == 5 && download.blob == 7 && download.user == "ada")
    #expect(download.response.fields.contains(ConnectorPair("ETag", "\"\(tag)\"")))
    #expect(download.response.fields.contains(ConnectorPair("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")))
    for known in ["\"\(tag)\"", "W/\"\(tag)\"", "\"x\", \"\(tag)-gzip\"", "*"] {
      let again = head("GET", ["a"], ["if-none-match": known])
      let step = try next(handle(again), SessionAPI.ListFiles.Reply(entry: file("a"), children: []))
      #expect(try response(step, again).status == 304)
    }
  }

  @Test("A missing file has an empty body and no tag")
  func missing() throws {
    let request = head("GET", ["a"])
    let found = try response(
      try next(handle(request), SessionAPI.ListFiles.Reply(entry: nil, children: [])), request)
    #expect(found == ConnectorResponse(status: 404))
  }

  @Test(
    "The outcome of a PUT is a status",
    arguments: [
      (SessionAPI.FileOutcome.created, 201), (.replaced, 204), (.missingParent, 409), (.otherKind, 409),
      (.conditionFailed, 412), (.badPath, 422), (.badContent, 422), (.full, 507),
    ])
  func put(_ outcome: SessionAPI.FileOutcome, _ status: Int) throws {
    let request = head("PUT", ["x", "a"], ["if-match": "\"q\"", "if-none-match": "*"])
    let step = handle(request, upload: ConnectorUpload(blob: 3, size: 5, sha256: [1]))
    let call = try argument(step, SessionAPI.PutFile.self)
    #expect(call.path == FilePath(["x", "a"]) && call.blob == 3 && call.size == 5)
    #expect(call.condition == FileCondition(tags: ["\"q\""], mustBeMissing: true))
    let isStored = status < 400
    let found = try response(try next(step, SessionAPI.FileReply(outcome, isStored ? file("x", "a") : nil)), request)
    #expect(found.status == status)
    #expect(found.fields.contains { $0.name == "ETag" } == isStored)
    #expect((found.problem != nil) == [409, 422, 507].contains(status))
  }

  @Test("An existing folder is 405, and deleting is 204")
  func others() throws {
    let made = head("MKCOL", ["x"])
    let withBody = dav.handle(ConnectorRequest(head: made, user: ada, body: [0x3C]))
    #expect(try response(withBody, made).status == 415)
    #expect(try response(try next(handle(made), SessionAPI.FileReply(.otherKind)), made).status == 405)
    #expect(try response(try next(handle(made), SessionAPI.FileReply(.created)), made).status == 201)
    let deleted = head("DELETE", ["x"])
    #expect(try response(try next(handle(deleted), SessionAPI.FileReply(.replaced)), deleted).status == 204)
    #expect(try response(try next(handle(deleted), SessionAPI.FileReply(.missing)), deleted).status == 404)
  }

  @Test(
    "The destination is below the base, with or without the public path",
    arguments: [
      "https://h.example:8443/waymark/dav/a%20b/c", "/waymark/dav/a%20b/c", "http://h/dav//a%20b/c/?x",
      "/waymark/dav/%61%20b/c",
    ])
  func destinations(_ destination: String) throws {
    #expect(Destination.path(destination, base: "/waymark/dav") == FilePath(["a b", "c"]))
    let step = handle(head("MOVE", ["q"], ["destination": destination, "overwrite": "f"]))
    let call = try argument(step, SessionAPI.MoveFile.self)
    #expect(call.target == FilePath(["a b", "c"]) && !call.overwrites)
  }

  @Test("A name of the destination may begin with a combining character", arguments: ["", "?\u{301}", "#\u{301}"])
  func combining(end: String) {
    let path = Destination.path("/dav/\u{6DA}x/%DB%9Ay" + end, base: "/dav")
    #expect(path == FilePath(["\u{6DA}x", "\u{6DA}y"]))
  }

  @Test("Other destinations are rejected", arguments: ["/other/a", "a", "http://h", "/waymark/dav/%zz", ""])
  func wrongDestinations(_ destination: String) throws {
    let request = head("MOVE", ["q"], ["destination": destination])
    #expect(try response(handle(request), request).status == 400)
  }

  @Test("A rejection asks for Basic credentials")
  func rejection() {
    let response = dav.response(to: .badCredentials, head("GET", []))
    #expect(response.status == 401)
    #expect(response.fields == [ConnectorPair("WWW-Authenticate", "Basic realm=\"Waymark\"")])
  }
}
