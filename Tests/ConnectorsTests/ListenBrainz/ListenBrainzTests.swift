import API
import Chronology
import Domain
import Proto
import Testing

@testable import Connectors

@Suite("ListenBrainz")
struct ListenBrainzTests {
  private let listenBrainz = ListenBrainz()
  private static let user = ConnectorUser(id: "ada", mayRead: true, mayWrite: true)
  private static let now = Instant(seconds: 1_795_000_000)

  private struct Unexpected: Error {}

  private func head(_ method: String, _ path: String, query: [ConnectorPair] = [], token: Bool = true) -> ConnectorHead
  {
    ConnectorHead(
      method: method, path: path.split(separator: "/").map(String.init), query: query,
      fields: token ? [ConnectorPair("authorization", "token wm_x")] : [])
  }

  private func step(_ head: ConnectorHead, _ body: String = "") -> ConnectorStep {
    listenBrainz.handle(ConnectorRequest(head: head, user: Self.user, body: Array(body.utf8), now: Self.now))
  }

  private func submit(_ body: String) -> ConnectorStep { step(head("POST", "1/submit-listens"), body) }

  private func call<M: Method>(_ type: M.Type, _ step: ConnectorStep, _ reply: M.Reply) throws -> (M, ConnectorStep) {
    guard case .call(let call) = step, call.method == M.name, call.user == "ada" else { throw Unexpected() }
    let bytes = try CBOREncoder.encode(reply)
    return (
      try CBORDecoder.decode(M.self, from: call.argument),
      bytes.withUnsafeBytes { call.next(.reply($0, isValid: true)) }
    )
  }

  private func answer(_ step: ConnectorStep) throws -> (status: Int, body: String) {
    let response =
      switch step {
      case .respond(let response): response
      case .fail(let problem): listenBrainz.response(to: problem, head("GET", ""))
      default: throw Unexpected()
      }
    return (response.status, String(decoding: response.body, as: UTF8.self))
  }

  private static func listen(_ extra: String = "", at time: Int64 = 1_794_999_000) -> String {
    #"{"listened_at":\#(time),"track_metadata":{"artist_name":" Nina Simone ","track_name":"Sinnerman"\#(extra)}}"#
  }

  @Test(
    "Other paths do not exist",
    arguments: ["", "1", "2/validate-token", "1/user/ada", "1/user/ada/top", "1/latest-import"])
  func unknown(_ path: String) throws {
    guard case .reject(let problem) = listenBrainz.plan(head("GET", path)) else { throw Unexpected() }
    let response = listenBrainz.response(to: problem, head("GET", path))
    #expect(response.status == 404)
    #expect(String(decoding: response.body, as: UTF8.self).hasPrefix(#"{"code":404,"error":""#))
  }

  @Test("A token is valid, invalid or missing")
  func validation() throws {
    guard case .verify(let credentials, let next) = step(head("GET", "1/validate-token")) else { throw Unexpected() }
    #expect(credentials == .token(name: nil, Array("wm_x".utf8)))
    let valid = try answer(next(Self.user))
    #expect(valid.body == #"{"code":200,"message":"Token valid.","valid":true,"user_name":"ada"}"#)
    let invalid = try answer(next(nil))
    #expect(invalid.status == 200 && invalid.body == #"{"code":200,"message":"Token invalid.","valid":false}"#)
    let query = head("GET", "1/validate-token", query: [ConnectorPair("token", "wm_y")], token: false)
    guard case .verify(.token(name: nil, Array("wm_y".utf8)), _) = step(query) else { throw Unexpected() }
    #expect(try answer(step(head("GET", "1/validate-token", token: false))).status == 400)
  }

  @Test("A single listen is recorded")
  func single() throws {
    let extra = #","release_name":"Pastel Blues","additional_info":{"duration_ms":621000,"x":[1,1.5],"x":"y"}"#
    let (made, next) = try call(
      SessionAPI.RecordListens.self, submit(#"{"listen_type":"single","payload":[\#(Self.listen(extra))]}"#),
      .init(added: 1, alreadyThere: 0))
    let listen = try #require(made.listens.first)
    #expect(listen.artist == "Nina Simone" && listen.track == "Sinnerman" && listen.release == "Pastel Blues")
    #expect(listen.seconds == 621 && listen.listenedAt == Instant(seconds: 1_794_999_000))
    #expect(listen.information.map { String(decoding: $0, as: UTF8.self) } == #"{"duration_ms":621000,"x":"y"}"#)
    let answer = try answer(next)
    #expect(answer.status == 200 && answer.body == #"{"status":"ok"}"#)
  }

  @Test("A track that plays now is accepted and not stored")
  func playingNow() throws {
    #expect(try answer(submit(#"{"listen_type":"playing_now","payload":[{"track_metadata":{}}]}"#)).status == 200)
  }

  @Test(
    "A single listen without artist, track or time is rejected",
    arguments: [
      #"{"listened_at":1794999000,"track_metadata":{"artist_name":"a","track_name":" "}}"#,
      #"{"listened_at":1794999000,"track_metadata":{"track_name":"t"}}"#,
      #"{"track_metadata":{"artist_name":"a","track_name":"t"}}"#,
      #"{"listened_at":"1794999000","track_metadata":{"artist_name":"a","track_name":"t"}}"#,
      #"{"listened_at":1794999000,"track_metadata":{"artist_name":7,"track_name":"t"}}"#,
      #"{"listened_at":900000000,"track_metadata":{"artist_name":"a","track_name":"t"}}"#,
      #"{"listened_at":1795000301,"track_metadata":{"artist_name":"a","track_name":"t"}}"#,
      #"{"listened_at":1794999000}"#, "7",
    ])
  func incomplete(_ item: String) throws {
    let single = try answer(submit(#"{"listen_type":"single","payload":[\#(item)]}"#))
    #expect(single.status == 400 && single.body.hasPrefix(#"{"code":400,"error":""#))
    #expect(try answer(submit(#"{"listen_type":"import","payload":[\#(item)]}"#)).status == 400)
    let (made, next) = try call(
      SessionAPI.RecordListens.self, submit(#"{"listen_type":"import","payload":[\#(item),\#(Self.listen())]}"#),
      .init(added: 1, alreadyThere: 0))
    #expect(made.listens.count == 1)
    guard case .respond(let response) = next else { throw Unexpected() }
    #expect(response.status == 200 && response.items == ConnectorItems(added: 1, rejected: 1))
    #expect(response.problem?.hasPrefix("payload[0] was skipped: ") == true)
  }

  @Test(
    "A malformed submission is rejected",
    arguments: [
      "", "[]", "{}", #"{"listen_type":"other","payload":[]}"#, #"{"listen_type":"import","payload":[]}"#,
      #"{"listen_type":"import"}"#, #"{"listen_type":"import","payload":[1]"#,
      #"{"listen_type":"single","payload":[1,2]}"#,
    ])
  func malformed(_ body: String) throws {
    #expect(try answer(submit(body)).status == 400)
  }

  @Test("Many listens are recorded in several calls, and more than 1,000 are rejected")
  func parts() throws {
    func body(_ count: Int) -> String {
      let items = (0..<count).map { Self.listen(at: 1_794_000_000 + Int64($0)) }.joined(separator: ",")
      return #"{"listen_type":"import","payload":[\#(items)]}"#
    }
    var step = submit(body(250))
    var times: [Int64] = []
    for _ in 0..<3 {
      let (made, next) = try call(SessionAPI.RecordListens.self, step, .init(added: 1, alreadyThere: 2))
      times += made.listens.map(\.listenedAt.seconds)
      step = next
    }
    #expect(times == (0..<250).map { 1_794_000_000 + $0 })
    guard case .respond(let response) = step else { throw Unexpected() }
    #expect(response.items == ConnectorItems(added: 3, alreadyThere: 6))
    #expect(try answer(submit(body(1_001))).status == 400)
  }

  @Test("A list is one of the token's user, with at most 100 items")
  func list() throws {
    let query = [ConnectorPair("count", "500"), ConnectorPair("max_ts", "90"), ConnectorPair("min_ts", "10")]
    let listen = Listen(
      listenedAt: Instant(seconds: 20), artist: "a", track: "t", release: "r", information: Array(#"{"x":1}"#.utf8))
    let (made, next) = try call(
      SessionAPI.ListListens.self, step(head("GET", "1/user/ada/listens", query: query)),
      .init(listens: [listen], latest: 40, oldest: 5))
    #expect(made.after == 10 && made.before == 90 && made.count == 100)
    #expect(
      try answer(next).body
        == #"{"payload":{"count":1,"user_id":"ada","latest_listen_ts":40,"oldest_listen_ts":5,"listens":[{"#
        + #""listened_at":20,"track_metadata":{"artist_name":"a","track_name":"t","release_name":"r","#
        + #""additional_info":{"x":1}}}]}}"#)
    let (usual, _) = try call(
      SessionAPI.ListListens.self, step(head("GET", "1/user/me/listens")), .init(listens: [], latest: 0, oldest: 0))
    #expect(usual.count == 25 && usual.after == .min && usual.before == .max)
    #expect(try answer(step(head("GET", "1/user/eve/listens"))).status == 404)
    for pair in [("count", "-1"), ("count", "x"), ("max_ts", "1.5")] {
      let bad = head("GET", "1/user/ada/listens", query: [ConnectorPair(pair.0, pair.1)])
      #expect(try answer(step(bad)).status == 400)
    }
  }

  @Test("Hubs read the number of listens and what plays")
  func hubs() throws {
    let (_, next) = try call(
      SessionAPI.CountListens.self, step(head("GET", "1/user/ada/listen-count")), .init(count: 12))
    #expect(try answer(next).body == #"{"payload":{"count":12}}"#)
    #expect(try answer(step(head("GET", "1/user/ada/playing-now"))).body.contains(#""listens":[]"#))
  }

  @Test("The id of a story is that of artist and track")
  func ids() {
    let listen = Listen(listenedAt: Self.now, artist: "abc", track: "def")
    #expect(listen.storyId == "lb:d53d6b91af7caf8f" && listen.title == "def (abc)")
    let long = Listen(
      listenedAt: Self.now, artist: String(repeating: "a", count: 400), track: String(repeating: "t", count: 400))
    #expect(long.title.count == 500)
  }

  @Test(
    "A listen lasts its length, and counts nothing if that is unknown or over an hour",
    arguments: [
      (200.0 as Double?, 200.0, 200, true), (3_600, 3_600, 3_600, true), (3_601, 0, 0, false), (nil, 0, 0, false),
      (239.5, 239.5, 240, true),
    ])
  func lengths(_ seconds: Double?, _ duration: Double, _ span: Int64, _ isCompleted: Bool) {
    let listen = Listen(listenedAt: Self.now + -10_000, artist: "a", track: "t", seconds: seconds)
    let report = listen.report(now: Self.now)
    #expect(report.startedAt == listen.listenedAt && report.endedAt == listen.listenedAt + span)
    #expect(report.duration == duration && report.completed == isCompleted)
    #expect(report.violations(now: Self.now).isEmpty)
  }

  @Test("A listen ends at most five minutes from now")
  func ahead() {
    let listen = Listen(listenedAt: Self.now, artist: "a", track: "t", seconds: 400)
    let report = listen.report(now: Self.now)
    #expect(report.startedAt == Self.now && report.endedAt == Self.now + 300 && report.duration == 300)
    #expect(report.completed)
  }

  @Test(
    "A length has seconds or milliseconds, also as text",
    arguments: [
      (#"{"duration":200}"#, 200.0 as Double?), (#"{"duration_ms":200500}"#, 200.5), (#"{"duration":"200"}"#, 200),
      (#"{"duration":0,"duration_ms":1000}"#, 1), (#"{"duration":-5}"#, nil), (#"{"duration":"long"}"#, nil),
      (#"{"duration":null}"#, nil), (#"[]"#, nil),
    ])
  func lengthForms(_ information: String, _ seconds: Double?) throws {
    let body = #"{"listen_type":"single","payload":[\#(Self.listen(#","additional_info":"# + information))]}"#
    let part = try ListenUpload(body: Array(body.utf8)).part(0..<1, now: Self.now)
    #expect(part.listens.first?.seconds == seconds)
  }
}
