import API
import Domain
import JSON
import Proto
import Testing

@testable import Connectors

@Suite("KoInsight's plugin")
struct KoInsightTests {
  private let koinsight = KoInsight()
  private let ada = ConnectorUser(id: "ada", mayRead: true, mayWrite: true)
  private struct Unexpected: Error {}

  private func head(_ method: String, _ path: String, _ fields: [ConnectorPair] = []) -> ConnectorHead {
    ConnectorHead(method: method, path: path.split(separator: "/").map(String.init), fields: fields)
  }

  private func terms(_ head: ConnectorHead) throws -> ConnectorTerms {
    guard case .accept(let terms) = koinsight.plan(head) else { throw Unexpected() }
    return terms
  }

  private func response(_ step: ConnectorStep) throws -> (status: Int, body: String) {
    let found: ConnectorResponse
    switch step {
    case .respond(let response): found = response
    case .fail(let problem): found = koinsight.response(to: problem, head("POST", "t/api/plugin/import"))
    default: throw Unexpected()
    }
    return (found.status, String(decoding: found.body, as: UTF8.self))
  }

  /// The response to an upload whose import has this outcome.
  private func imported(_ outcome: ConnectorImport?) throws -> (status: Int, body: String) {
    let upload = ConnectorUpload(blob: 0, size: 5, sha256: [])
    let step = koinsight.handle(
      ConnectorRequest(head: head("POST", "t/api/plugin/import"), user: ada, upload: upload))
    guard case .importBody(let order, let name, let next) = step else { throw Unexpected() }
    #expect(order == SessionAPI.ImportOrder(.koinsight, .koreader) && name == "statistics")
    return try response(next(outcome))
  }

  @Test("The token is in the path, or in Basic credentials")
  func credentials() throws {
    #expect(try terms(head("GET", "tok-en/api/plugin/health")).credentials == .token(name: nil, Array("tok-en".utf8)))
    let basic = [ConnectorPair("authorization", "Basic bWU6dG9r")]
    #expect(try terms(head("POST", "api/plugin/import", basic)).credentials == .token(name: "me", Array("tok".utf8)))
    #expect(try terms(head("POST", "api/plugin/device")).credentials == ConnectorCredentials.none)
  }

  @Test("Statistics are kept to be imported, up to 64 MiB")
  func streamed() throws {
    let terms = try terms(head("POST", "t/api/plugin/import"))
    #expect(terms.storage == .imported && terms.bodyBytes == 64 << 20)
    #expect(terms.scope == .write && terms.milliseconds == 10_000)
  }

  @Test("Other paths do not exist", arguments: ["t/api/plugin", "t/api/plugin/import/x", "", "t/api/other/import"])
  func unknown(_ path: String) throws {
    guard case .reject(let problem) = koinsight.plan(head("POST", path)) else { throw Unexpected() }
    #expect(problem.status == 404)
  }

  @Test("Health and devices are answered with a message")
  func small() throws {
    for (method, path) in [("GET", "t/api/plugin/health"), ("POST", "t/api/plugin/device")] {
      let step = koinsight.handle(ConnectorRequest(head: head(method, path), user: ada))
      let found = try response(step)
      #expect(found.status == 200 && found.body.hasPrefix(#"{"message":"#))
    }
  }

  @Test("The message has the number of new sessions, and a long import is a success")
  func outcomes() throws {
    let some = try imported(ConnectorImport(items: ConnectorItems(added: 2, alreadyThere: 5)))
    #expect(some.status == 200 && some.body == #"{"message":"2 new sessions"}"#)
    #expect(try imported(ConnectorImport(items: ConnectorItems(added: 1))).body == #"{"message":"1 new session"}"#)
    let later = try imported(nil)
    #expect(later.status == 200 && later.body.hasPrefix("{"))
    let rejected = try imported(ConnectorImport(rejection: "the JSON is incomplete"))
    #expect(rejected.status == 400)
    #expect(rejected.body == #"{"error":"Bad Request","message":"the JSON is incomplete"}"#)
  }

  @Test(
    "Errors have few statuses", arguments: [(401, 401), (403, 401), (413, 413), (500, 503), (507, 503), (408, 400)])
  func errors(_ status: Int, _ expected: Int) {
    let found = koinsight.response(to: ConnectorProblem(status, "why"), head("POST", "t/api/plugin/import"))
    #expect(found.status == expected && found.contentType == "application/json")
  }
}
