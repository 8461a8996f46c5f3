import API
import Chronology
import Domain
import JSON
import Proto
import Testing

@testable import Connectors

@Suite("KOReader progress")
struct KOSyncTests {
  private let kosync = KOSync()
  private static let key = "5F4DCC3B5AA765D61D8327DEB882CF99"

  private func head(_ method: String, _ path: String, signedIn: Bool = true) -> ConnectorHead {
    let fields = [ConnectorPair("x-auth-user", "ada"), ConnectorPair("x-auth-key", Self.key)]
    return ConnectorHead(
      method: method, path: path.split(separator: "/").map(String.init), fields: signedIn ? fields : [])
  }

  private func response(_ step: ConnectorStep) throws -> (status: Int, body: String) {
    guard case .respond(let response) = step else { throw Unexpected() }
    return (response.status, String(decoding: response.body, as: UTF8.self))
  }

  private struct Unexpected: Error {}

  /// The call of a step, and the step after a reply to it.
  private func call<Reply: Encodable>(_ step: ConnectorStep, reply: Reply) throws -> (ConnectorCall, ConnectorStep) {
    guard case .call(let call) = step else { throw Unexpected() }
    let bytes = try CBOREncoder.encode(reply)
    return (call, bytes.withUnsafeBytes { call.next(.reply($0, isValid: true)) })
  }

  private func push(_ body: String) -> ConnectorStep {
    let user = ConnectorUser(id: "ada", mayRead: true, mayWrite: true)
    return kosync.handle(
      ConnectorRequest(head: head("PUT", "syncs/progress"), user: user, body: [UInt8](body.utf8)))
  }

  @Test("The health check needs no credentials")
  func health() throws {
    guard case .respond(let response) = kosync.plan(head("GET", "healthcheck", signedIn: false)) else {
      throw Unexpected()
    }
    #expect(response.status == 200 && response.body == [UInt8](#"{"state":"OK"}"#.utf8))
    #expect(response.contentType == "application/json")
  }

  @Test(
    "Each call has its scope, and the key counts in either case",
    arguments: [
      ("GET", "users/auth", ConnectorScope.read), ("PUT", "syncs/progress", .write),
      ("GET", "syncs/progress/abc", .read),
    ])
  func terms(_ method: String, _ path: String, _ scope: ConnectorScope) throws {
    guard case .accept(let terms) = kosync.plan(head(method, path)) else { throw Unexpected() }
    #expect(terms.scope == scope && terms.milliseconds == 2_000)
    #expect(terms.credentials == .md5(name: "ada", Self.key.lowercased()))
    guard case .accept(let bare) = kosync.plan(head(method, path, signedIn: false)) else { throw Unexpected() }
    #expect(bare.credentials == ConnectorCredentials.none)
  }

  @Test(
    "Other paths do not exist",
    arguments: [("PUT", "users/password"), ("DELETE", "users/me"), ("GET", ""), ("POST", "syncs/progress")])
  func unknown(_ method: String, _ path: String) throws {
    guard case .reject(let problem) = kosync.plan(head(method, path)) else { throw Unexpected() }
    #expect(problem.status == 404)
    #expect(kosync.response(to: problem, head(method, path)).contentType == "application/json")
  }

  @Test(
    "A rejection of credentials is always 401, and an outage is not", arguments: [(401, 401), (403, 401), (503, 503)])
  func rejections(_ status: Int, _ expected: Int) {
    let response = kosync.response(to: ConnectorProblem(status, "reason"), head("PUT", "syncs/progress"))
    #expect(response.status == expected)
    if expected == 401 {
      #expect(String(decoding: response.body, as: UTF8.self) == #"{"code":2001,"message":"Unauthorized"}"#)
    }
  }

  @Test("A push is stored unchanged, and the response has the time of the server")
  func push() throws {
    let body = #"""
      {"document": "0b229176d4e8db7f6d2b5a4952368d7a", "progress": "/body/DocFragment[20]/body/p[22]/img.0",
       "percentage": 0.3196, "device": "Kobo", "device_id": "AB", "timestamp": 5, "identifiers": {"isbn": 1},
       "metadata": {"title": " Dune ", "authors": "Frank Herbert\nJ. Doe"}}
      """#
    let reply = SessionAPI.PushPosition.Reply(pushedAt: Instant(seconds: 1_800_000_000))
    let (call, next) = try call(push(body), reply: reply)
    let position = try CBORDecoder.decode(SessionAPI.PushPosition.self, from: call.argument).position
    #expect(call.method == "position.push" && call.user == "ada")
    #expect(position.progress == "/body/DocFragment[20]/body/p[22]/img.0" && position.percentage == 0.3196)
    #expect(position.device == "Kobo" && position.deviceId == "AB")
    #expect(position.title == "Dune" && position.authors == ["Frank Herbert", "J. Doe"])
    let answer = try response(next)
    #expect(answer.status == 200)
    #expect(answer.body == #"{"document":"0b229176d4e8db7f6d2b5a4952368d7a","timestamp":1800000000}"#)
  }

  @Test(
    "Numbers and their texts are equal",
    arguments: [
      (#"{"document":"d","progress":12,"percentage":"0.5","device":"x"}"#, "12", 0.5),
      (#"{"document":"d","progress":"","percentage":0,"device":"x"}"#, "", 0),
      (#"{"document":"d","document":"e","progress":"a","percentage":1,"device":"x","device_id":""}"#, "a", 1),
    ])
  func numbers(_ body: String, _ progress: String, _ percentage: Double) throws {
    let position = try Position(kosync: [UInt8](body.utf8))
    #expect(position.progress == progress && position.percentage == percentage && position.deviceId == nil)
  }

  @Test(
    "An incomplete push is rejected",
    arguments: [
      ("{}", 403, 2004), (#"{"document":"a/b","progress":"1","percentage":0,"device":"x"}"#, 403, 2004),
      (#"{"document":" ","progress":"1","percentage":0,"device":"x"}"#, 403, 2004),
      (#"{"document":7,"progress":"1","percentage":0,"device":"x"}"#, 403, 2004),
      (#"{"document":"d","percentage":0,"device":"x"}"#, 403, 2003),
      (#"{"document":"d","progress":"1","device":"x"}"#, 403, 2003),
      (#"{"document":"d","progress":"1","percentage":"much","device":"x"}"#, 403, 2003),
      (#"{"document":"d","progress":"1","percentage":0}"#, 403, 2003),
      (#"{"document":"d","progress":["1"],"percentage":0,"device":"x"}"#, 403, 2003),
      ("[]", 400, 104), ("7", 400, 103), ("{", 400, 103), ("", 400, 103),
    ])
  func incomplete(_ body: String, _ status: Int, _ code: Int) throws {
    let answer = try response(push(body))
    #expect(answer.status == status)
    #expect(answer.body.hasPrefix(#"{"code":\#(code),"#))
  }

  @Test("A progress has at most 4 KiB, and a document 255 characters")
  func limits() throws {
    func body(_ document: Int, _ progress: Int) -> [UInt8] {
      let (name, place) = (String(repeating: "ü", count: document), String(repeating: "p", count: progress))
      return [UInt8](#"{"document":"\#(name)","progress":"\#(place)","percentage":0,"device":"x"}"#.utf8)
    }
    #expect(try Position(kosync: body(255, 4_096)).progress.count == 4_096)
    #expect(throws: KOSyncError.noDocument) { try Position(kosync: body(256, 1)) }
    #expect(throws: KOSyncError.invalid) { try Position(kosync: body(1, 4_097)) }
  }

  @Test("An unknown document is an empty object, and a known one has no device id unless it was sent")
  func fetch() throws {
    let request = ConnectorRequest(
      head: head("GET", "syncs/progress/doc"), user: ConnectorUser(id: "ada", mayRead: true, mayWrite: false))
    let (_, none) = try call(
      kosync.handle(request), reply: SessionAPI.FetchPosition.Reply(position: nil, pushedAt: nil))
    #expect(try response(none).body == "{}")
    let position = Position(document: "doc", progress: "p", percentage: 0, device: "Kindle")
    let (_, some) = try call(
      kosync.handle(request),
      reply: SessionAPI.FetchPosition.Reply(position: position, pushedAt: Instant(seconds: 7)))
    #expect(
      try response(some).body
        == #"{"document":"doc","percentage":0,"progress":"p","device":"Kindle","timestamp":7}"#)
  }

  @Test("Registration leads to signing in, and succeeds with valid credentials")
  func create() throws {
    func step(_ body: String) -> ConnectorStep {
      kosync.handle(ConnectorRequest(head: head("POST", "users/create", signedIn: false), body: [UInt8](body.utf8)))
    }
    guard case .verify(let credentials, let next) = step(#"{"username":"ada","password":"\#(Self.key)"}"#) else {
      throw Unexpected()
    }
    #expect(credentials == .md5(name: "ada", Self.key.lowercased()))
    let rejected = try response(next(nil))
    #expect(rejected.status == 402 && rejected.body.contains(#""code":2005"#) && rejected.body.contains("press Login"))
    let created = try response(next(ConnectorUser(id: "ada", mayRead: true, mayWrite: true)))
    #expect(created.status == 201 && created.body == #"{"username":"ada"}"#)
    #expect(try response(step("{}")).status == 402)
    #expect(try response(step("[1]")).body.hasPrefix(#"{"code":104"#))
    #expect(try response(step("x")).body.hasPrefix(#"{"code":103"#))
  }
}
