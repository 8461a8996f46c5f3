import API
import Chronology
import Crypto
import Proto
import SeededRandom
import Testing

@testable import Connectors

@Suite("gpodder")
struct GpodderTests {
  private let gpodder = Gpodder()
  private static let user = ConnectorUser(id: "ada", mayRead: true, mayWrite: true)
  private static let basic = ConnectorPair("authorization", "Basic YWRhOndtX3NlY3JldA==")

  private struct Unexpected: Error {}

  private func head(
    _ method: String, _ path: String, _ fields: [ConnectorPair] = [basic], query: [ConnectorPair] = []
  ) -> ConnectorHead {
    ConnectorHead(
      method: method, path: path.split(separator: "/").map(String.init), query: query, fields: fields,
      base: "/way/gpodder", address: "https://w.example/way/gpodder")
  }

  private func step(_ head: ConnectorHead, _ body: String = "") -> ConnectorStep {
    gpodder.handle(
      ConnectorRequest(head: head, user: Self.user, body: Array(body.utf8), now: Instant(seconds: 1_795_000_000)))
  }

  private func call<M: Method>(_ type: M.Type, _ step: ConnectorStep, _ reply: M.Reply) throws -> (M, ConnectorStep) {
    guard case .call(let call) = step, call.method == M.name, call.user == "ada" else { throw Unexpected() }
    let bytes = try CBOREncoder.encode(reply)
    return (
      try CBORDecoder.decode(M.self, from: call.argument),
      bytes.withUnsafeBytes { call.next(.reply($0, isValid: true)) }
    )
  }

  private func response(_ step: ConnectorStep) throws -> ConnectorResponse {
    switch step {
    case .respond(let response): response
    case .fail(let problem): gpodder.response(to: problem, head("GET", ""))
    // The cookie that keeps clients signed in.
    case .call(let last) where last.method == SessionAPI.OpenPodcastSession.name:
      try response(last.next(.fault(Fault(.unavailable, "no cookie"))))
    default: throw Unexpected()
    }
  }

  private func text(_ response: ConnectorResponse) -> String { String(decoding: response.body, as: UTF8.self) }

  @Test(
    "Each path is one call",
    arguments: [
      ("api/2/auth/ada/login.json", GpodderRoute.login(user: "ada")),
      ("api/2/auth/ada/logout.json", .logout(user: "ada")), ("api/2/devices/a.b.json", .devices(user: "a.b")),
      ("api/2/devices/ada/my.phone.json", .device(user: "ada", device: "my.phone")),
      ("api/2/subscriptions/ada/phone.json", .subscriptionChanges(user: "ada", device: "phone")),
      ("subscriptions/ada/phone.txt", .subscriptions(user: "ada", device: "phone", .txt)),
      ("subscriptions/ada/phone.json", .subscriptions(user: "ada", device: "phone", .json)),
      ("api/2/updates/ada/phone.json", .updates(user: "ada", device: "phone")),
      ("api/2/episodes/ada.json", .episodes(user: "ada")), ("clientconfig.json", .clientConfig),
    ])
  func routes(_ path: String, _ route: GpodderRoute) {
    #expect(GpodderRoute(path: path.split(separator: "/").map(String.init)) == route)
  }

  @Test(
    "Other paths do not exist",
    arguments: [
      "", "api", "api/2", "api/1/episodes/ada.json", "api/2/episodes/ada", "api/2/episodes/ada.txt", "api/2/episodes",
      "api/2/auth/ada/other.json", "api/2/devices/ada/phone/x.json", "subscriptions/ada.json",
      "subscriptions/ada/phone.opml", "api/2/sync-devices/ada.json", "clientconfig.json/x",
      "api/2/devices/ada/\u{1}.json", "api/2/devices/.json",
    ])
  func unknown(_ path: String) throws {
    guard case .reject(let problem) = gpodder.plan(head("GET", path)) else { throw Unexpected() }
    #expect(problem.status == 404)
    #expect(gpodder.response(to: problem, head("GET", path)).contentType == "application/json")
  }

  @Test("Another method is 405 with the allowed ones")
  func methods() throws {
    let head = head("DELETE", "subscriptions/ada/phone.json")
    guard case .reject(let problem) = gpodder.plan(head) else { throw Unexpected() }
    let response = gpodder.response(to: problem, head)
    #expect(response.status == 405 && response.fields == [ConnectorPair("Allow", "GET, PUT")])
  }

  @Test("Basic credentials count before the cookie")
  func credentials() throws {
    func terms(_ method: String, _ fields: [ConnectorPair]) throws -> ConnectorTerms {
      guard case .accept(let terms) = gpodder.plan(head(method, "api/2/episodes/ada.json", fields)) else {
        throw Unexpected()
      }
      return terms
    }
    let cookie = ConnectorPair("cookie", #"a=b; sessionid=wg_x ;c="#)
    #expect(try terms("GET", [cookie]).credentials == .cookie(Array("wg_x".utf8)))
    #expect(try terms("GET", [cookie, Self.basic]).credentials == .token(name: "ada", Array("wm_secret".utf8)))
    #expect(try terms("GET", [ConnectorPair("cookie", "sessionid=")]).credentials == ConnectorCredentials.none)
    #expect(try terms("GET", []).scope == .read && terms("POST", []).scope == .write)
    #expect(try terms("POST", []).bodyBytes == 2 << 20)
  }

  @Test("A rejection asks for Basic credentials")
  func challenge() {
    let response = gpodder.response(to: .badCredentials, head("GET", "api/2/devices/ada.json"))
    #expect(response.status == 401)
    #expect(
      response.fields.first?.name == "WWW-Authenticate" && response.fields.first?.value.hasPrefix("Basic ") == true)
  }

  @Test("Another user's name in the path is rejected", arguments: ["eve", "Ada", ""])
  func names(_ name: String) throws {
    #expect(try response(step(head("GET", "api/2/episodes/\(name.isEmpty ? "x" : name).json"))).status == 400)
    guard case .call = step(head("GET", "api/2/episodes/me.json")) else { throw Unexpected() }
  }

  @Test("Signing in sets a cookie of the base that ends with the token")
  func signIn() throws {
    let (made, next) = try call(
      SessionAPI.OpenPodcastSession.self, step(head("POST", "api/2/auth/ada/login.json")),
      .init(secret: "wg_new", seconds: 90))
    #expect(made.token == SHA256.hash("wm_secret"))
    let answer = try response(next)
    #expect(text(answer) == "{}")
    #expect(
      answer.fields == [
        ConnectorPair(
          "Set-Cookie", "sessionid=wg_new; Path=/way/gpodder; Max-Age=90; HttpOnly; SameSite=Strict; Secure")
      ])
  }

  @Test("Basic credentials keep a client signed in with one cookie per token, unless that fails")
  func keptSignIn() throws {
    func cookie(_ fields: [ConnectorPair]) throws -> ConnectorPair? {
      let (_, last) = try call(
        SessionAPI.ListPodcastDevices.self, step(head("GET", "api/2/devices/ada.json", fields)),
        .init(devices: [], subscriptions: 0))
      guard case .call = last else { return try response(last).fields.first }
      let (made, answered) = try call(SessionAPI.OpenPodcastSession.self, last, .init(secret: "", seconds: 90))
      let field = try #require(try response(answered).fields.first)
      let secret = try #require(field.value.split(separator: ";").first?.dropFirst("sessionid=".count))
      #expect(made.token == SHA256.hash("wm_secret") && made.cookie == SHA256.hash(String(secret)))
      #expect(secret.hasPrefix("wg_") && field.value.contains("; Max-Age=90; HttpOnly; SameSite=Strict"))
      return field
    }
    let first = try cookie([Self.basic])
    #expect(try first != nil && cookie([Self.basic]) == first)
    #expect(try cookie([ConnectorPair("cookie", "sessionid=wg_x")]) == nil)
    let (_, next) = try call(
      SessionAPI.ListPodcastDevices.self, step(head("GET", "api/2/devices/ada.json")),
      .init(devices: [], subscriptions: 0))
    #expect(try response(next).status == 200 && response(next).fields.isEmpty)
  }

  @Test("Signing out ends the cookie, and succeeds without one")
  func signOut() throws {
    let path = "api/2/auth/ada/logout.json"
    #expect(try response(step(head("POST", path))).status == 200)
    let cookie = ConnectorPair("cookie", "sessionid=wg_x")
    guard case .verify(let credentials, let next) = step(head("POST", path, [cookie])) else { throw Unexpected() }
    #expect(credentials == .cookie(Array("wg_x".utf8)))
    #expect(try response(next(nil)).status == 200)
    let (made, last) = try call(SessionAPI.ClosePodcastSession.self, next(Self.user), .init())
    #expect(made.cookie == SHA256.hash("wg_x"))
    let answer = try response(last)
    #expect(answer.status == 200 && answer.fields.first?.value.contains("Max-Age=0") == true)
  }

  @Test("The configuration of clients names the base, without credentials")
  func configuration() throws {
    guard case .respond(let response) = gpodder.plan(head("GET", "clientconfig.json", [])) else { throw Unexpected() }
    #expect(text(response) == #"{"mygpo":{"baseurl":"https://w.example/way/gpodder/"},"update_timeout":604800}"#)
  }

  @Test("Devices are listed with the number of the user's subscriptions")
  func devices() throws {
    let (_, next) = try call(
      SessionAPI.ListPodcastDevices.self, step(head("GET", "api/2/devices/ada.json")),
      .init(devices: [.init(id: "p", caption: "Phone", type: "mobile")], subscriptions: 3))
    #expect(
      text(try response(next)) == #"[{"id":"p","caption":"Phone","type":"mobile","subscriptions":3}]"#)
    let path = "api/2/devices/ada/p.json"
    let (made, saved) = try call(
      SessionAPI.SavePodcastDevice.self, step(head("POST", path), #"{"caption":"Phone","type":"toaster"}"#), .init())
    #expect(made.id == "p" && made.caption == "Phone" && made.type == "other")
    #expect(text(try response(saved)) == "{}")
    let (bare, _) = try call(SessionAPI.SavePodcastDevice.self, step(head("POST", path), "{}"), .init())
    #expect(bare.caption == nil && bare.type == nil)
    for body in ["[]", "7", "{", #"{"caption":7}"#] {
      #expect(try response(step(head("POST", path), body)).status == 400)
    }
  }

  @Test("Changes of subscriptions are stored, and a contradiction is rejected")
  func changes() throws {
    let path = "api/2/subscriptions/ada/phone.json"
    let (made, next) = try call(
      SessionAPI.ChangeSubscriptions.self,
      step(head("POST", path), #"{"add":["http://a","http://b","http://a",7],"remove":["http://c"]}"#),
      .init(stamp: 50, rejected: 0))
    #expect(made.device == "phone" && made.add == ["http://a", "http://b"] && made.remove == ["http://c"])
    let answer = try response(next)
    #expect(text(answer) == #"{"timestamp":50,"update_urls":[]}"#)
    #expect(answer.items == ConnectorItems(added: 3, rejected: 1) && answer.problem?.contains("[3]") == true)
    #expect(try response(step(head("POST", path), #"{"add":["a"],"remove":["a"]}"#)).status == 400)
    for body in ["[]", "", #"{"add":"a"}"#] {
      #expect(try response(step(head("POST", path), body)).status == 400)
    }
  }

  @Test("Lists of subscriptions have the form of the call")
  func lists() throws {
    let reply = SessionAPI.FetchSubscriptions.Reply(
      added: [.init(url: "http://a", title: "A"), .init(url: "http://b", title: nil)], removed: ["http://c"], stamp: 9)
    let since = [ConnectorPair("since", "4"), ConnectorPair("since", "5")]
    let (made, next) = try call(
      SessionAPI.FetchSubscriptions.self,
      step(head("GET", "api/2/subscriptions/ada/p.json", query: since)), reply)
    #expect(made.since == 5)
    #expect(text(try response(next)) == #"{"add":["http://a","http://b"],"remove":["http://c"],"timestamp":9}"#)
    let (_, updates) = try call(
      SessionAPI.FetchSubscriptions.self, step(head("GET", "api/2/updates/ada/p.json")), reply)
    #expect(
      text(try response(updates))
        == #"{"add":[{"url":"http://a","title":"A"},{"url":"http://b","title":"http://b"}],"remove":["http://c"],"#
        + #""updates":[],"timestamp":9}"#)
    let (_, plain) = try call(
      SessionAPI.FetchSubscriptions.self, step(head("GET", "subscriptions/ada/p.txt")), reply)
    #expect(text(try response(plain)) == "http://a\nhttp://b\n")
    let (_, json) = try call(
      SessionAPI.FetchSubscriptions.self, step(head("GET", "subscriptions/ada/p.json")), reply)
    #expect(text(try response(json)) == #"["http://a","http://b"]"#)
    let bad = head("GET", "api/2/updates/ada/p.json", query: [ConnectorPair("since", "soon")])
    #expect(try response(step(bad)).status == 400)
  }

  @Test("A plain list replaces the subscriptions, and the response is empty")
  func replacement() throws {
    for (path, body) in [
      ("subscriptions/ada/p.txt", "http://a\r\n\n http://b \n"),
      ("subscriptions/ada/p.json", #"["http://a","http://b"]"#),
    ] {
      let (made, next) = try call(
        SessionAPI.ChangeSubscriptions.self, step(head("PUT", path), body), .init(stamp: 1, rejected: 0))
      #expect(made.add == ["http://a", "http://b"] && made.replacesAll && made.remove.isEmpty)
      #expect(try response(next).body.isEmpty)
    }
    #expect(try response(step(head("PUT", "subscriptions/ada/p.json"), "{}")).status == 400)
  }

  @Test("A long list of actions is sent in pages")
  func pages() throws {
    let action = SessionAPI.EpisodeAction(podcast: "p", episode: "e", kind: .new)
    let query = [ConnectorPair("aggregated", "true"), ConnectorPair("podcast", "p")]
    let place = SessionAPI.ReadEpisodeActions.Place(stamp: 3, place: 0, last: 9)
    let (made, next) = try call(
      SessionAPI.ReadEpisodeActions.self, step(head("GET", "api/2/episodes/ada.json", query: query)),
      .init(actions: [action], next: place, stamp: 9))
    #expect(made.isAggregated && made.podcast == "p" && made.device == nil && made.since == .min)
    guard case .sendPage(let first, let more) = next else { throw Unexpected() }
    let (second, last) = try call(
      SessionAPI.ReadEpisodeActions.self, more(), .init(actions: [action], next: nil, stamp: 9))
    #expect(second.after == place)
    guard case .sendLastPage(let end) = last else { throw Unexpected() }
    let one = #"{"podcast":"p","episode":"e","action":"new"}"#
    #expect(String(decoding: first + end, as: UTF8.self) == #"{"actions":[\#(one),\#(one)],"timestamp":9}"#)
  }

  @Test("Problems of actions name their place in the request")
  func problems() throws {
    let (made, next) = try call(
      SessionAPI.RecordEpisodeActions.self,
      step(
        head("POST", "api/2/episodes/ada.json"),
        #"[7,{"podcast":"p","episode":"e","action":"new"},{"podcast":"p","episode":"f","action":"new"}]"#),
      .init(stamp: 8, added: 1, alreadyThere: 0, problems: [.init(index: 1, reason: "it is too old")]))
    #expect(made.actions.map(\.episode) == ["e", "f"])
    let answer = try response(next)
    #expect(text(answer) == #"{"timestamp":8,"update_urls":[]}"#)
    #expect(answer.items.rejected == 2 && answer.problem?.contains("(and 1 more)") == true)
  }

  @Test("Many actions are recorded in several calls, and the client gets the last stamp")
  func parts() throws {
    let items = (0..<1_200).map { #"{"podcast":"p","episode":"\#($0)","action":"new"}"# }.joined(separator: ",")
    var step = step(head("POST", "api/2/episodes/ada.json"), "[7,\(items)]")
    var episodes: [String] = []
    for stamp in 1...3 as ClosedRange<Int64> {
      let (made, next) = try call(
        SessionAPI.RecordEpisodeActions.self, step,
        .init(stamp: stamp, added: 2, alreadyThere: 1, problems: [.init(index: 0, reason: "it is too old")]))
      episodes += made.actions.map(\.episode)
      step = next
    }
    #expect(episodes == (0..<1_200).map { "\($0)" })
    let answer = try response(step)
    #expect(text(answer) == #"{"timestamp":3,"update_urls":[]}"#)
    #expect(answer.items == ConnectorItems(added: 6, alreadyThere: 3, rejected: 4))
  }

  @Test("Stamps are near the clock, grow with every upload and never repeat")
  func stamps() {
    var random = SplitMix(seed: 11)
    var (last, now) = (Int64?.none, Int64(1_000_000))
    for _ in 0..<2_000 {
      now += Int64.random(in: 0...2, using: &random)
      let shown = UploadStamp.current(last, now: Instant(seconds: now))
      let next = UploadStamp.next(after: last, now: Instant(seconds: now))
      #expect(next > shown && next >= now)
      if let last { #expect(next > last && shown == last) }
      last = next
    }
  }
}
