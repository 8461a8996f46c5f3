import Foundation
import Synchronization
import Testing

@testable import WaymarkClient

@Suite("Pictures, shares, tokens and sign-in")
struct AccessTests {
  private let server = ScriptedServer { _ in .problem(404) }
  private static let svg = #"<svg xmlns="http://www.w3.org/2000/svg"/>"#

  private func query(_ request: HTTPRequest?) -> String? {
    request?.url.query?.removingPercentEncoding
  }

  @Test("Requests each picture with its theme and a width within the limits")
  func pictures() async throws {
    server.script { _ in
      HTTPResponse(status: 200, headers: ["Content-Type": "image/svg+xml"], body: Data(Self.svg.utf8))
    }
    let client = server.client()
    let day = CalendarDay(year: 2026, month: 11, day: 1)
    let asked: [(Picture, String)] = [
      (.radar(), "diversity/radar.svg?period=allTime&theme=dark&width=600"),
      (
        .radar(.year, axes: [.gender, .language]),
        "diversity/radar.svg?period=year&axes=gender,language&theme=dark&width=600"
      ),
      (.completion, "diversity/completion.svg?theme=dark&width=600"),
      (.activity(.month, of: .all), "analytics/activity.svg?range=month&kind=all&theme=dark&width=600"),
      (
        .activity(from: day, to: day),
        "analytics/activity.svg?from=2026-11-01&to=2026-11-01&kind=listening&theme=dark&width=600"
      ),
      (.timeline(months: 6), "insights/timeline.svg?months=6&theme=dark&width=600"),
      (.rings, "insights/rings.svg?theme=dark&width=600"),
      (.rucks(weeks: 4), "rucks/weekly.svg?weeks=4&theme=dark&width=600"),
      (.achievement("bookworm"), "achievements/bookworm.svg?theme=dark&width=600"),
      (.review(of: 2026), "review/2026.svg?theme=dark&width=600"),
      (.review(of: CalendarMonth(year: 2026, month: 3)), "review/2026-03.svg?theme=dark&width=600"),
    ]
    for (picture, target) in asked {
      #expect(try await client.picture(picture, theme: .dark, width: 600) == Data(Self.svg.utf8))
      let request = try #require(server.requests.last)
      #expect(request.url.path.dropFirst(8) + "?" + (query(request) ?? "") == target)
      #expect(request.headers["Accept"] == "image/svg+xml")
    }
    _ = try await client.picture(.rings, width: 9)
    #expect(query(server.requests.last) == "theme=auto&width=200")
    _ = try await client.picture(.rings, theme: .light)
    #expect(query(server.requests.last) == "theme=light")
  }

  @Test("Revalidates a picture with its ETag and returns the last one offline")
  func pictureCache() async throws {
    server.script { request in
      if request.headers["If-None-Match"] == "\"1\"" { return HTTPResponse(status: 304, headers: ["ETag": "\"1\""]) }
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "image/svg+xml; charset=utf-8", "ETag": "\"1\""],
        body: Data(Self.svg.utf8))
    }
    let scratch = try ScratchDirectory()
    let pictures = PictureRepository(client: server.client(), lastKnown: scratch.answers)
    #expect(try await pictures.fetchPicture(.rings).freshness == .live)
    #expect(try await pictures.fetchPicture(.rings).freshness == .cached)
    server.time.advance(bySeconds: 400)
    #expect(try await pictures.fetchPicture(.rings).value == Data(Self.svg.utf8))
    #expect(server.requests.last?.headers["If-None-Match"] == "\"1\"")
    server.setOffline(true)
    let later = PictureRepository(client: server.client(), lastKnown: scratch.answers)
    #expect(try await later.fetchPicture(.rings).isOffline)
    await #expect(throws: APIError.networkUnavailable) { try await later.fetchPicture(.rings, theme: .dark) }
    await later.discardEverything()
    await #expect(throws: APIError.networkUnavailable) { try await later.fetchPicture(.rings) }
  }

  @Test("Rejects a response that is not a picture")
  func notAPicture() async throws {
    server.script { _ in HTTPResponse(status: 200, headers: ["Content-Type": "text/html"], body: Data("<html>".utf8)) }
    await #expect(throws: APIError.decoding("the response is not an SVG picture")) {
      try await server.client().picture(.rings)
    }
  }

  @Test("Creates a share, lists it without its link, and deletes it")
  func shares() async throws {
    let kept = #""id":"s1","picture":"radar","createdAt":"2026-11-20T10:00:00Z","expiresAt":null"#
    server.script { request in
      switch ScriptedServer.call(request) {
      case "POST shares": .json(201, #"{"url":"https://a.org/s/k3y.svg",\#(kept)}"#)
      case "GET shares": .json(200, #"{"items":[{\#(kept)}],"nextCursor":null}"#)
      default: HTTPResponse(status: 204)
      }
    }
    let client = server.client()
    let share = try await client.createShare(
      ShareDraft(picture: .activity, theme: .dark, options: .init(range: .year)))
    #expect(share.url?.absoluteString == "https://a.org/s/k3y.svg")
    #expect(share.figuresURL?.absoluteString == "https://a.org/s/k3y.json")
    #expect(
      server.requests.last?.body == Data(#"{"options":{"range":"year"},"picture":"activity","theme":"dark"}"#.utf8))
    let listed = try await client.shares(limit: 10).items
    #expect(listed.map(\.id) == ["s1"] && listed[0].url == nil && listed[0].figuresURL == nil)
    try await client.deleteShare("s1")
    #expect(server.calls.last == "DELETE shares/s1")
  }

  static let token = """
    {"id":"k1","name":"Reader","kind":"device","scopes":["read","write"],"createdAt":"2026-11-20T10:00:00Z",
     "expiresAt":null,"lastUsedAt":null,"isCurrent":false,"token":"abcd-efgh-jkmn-pqrs"}
    """

  @Test("Creates a token with its secret, lists it without, and revokes it")
  func tokens() async throws {
    server.script { request in
      switch ScriptedServer.call(request) {
      case "POST tokens": .json(201, Self.token)
      case "GET tokens": .json(200, #"{"items":[\#(Self.token)],"nextCursor":null}"#)
      default: HTTPResponse(status: 204)
      }
    }
    let client = server.client()
    let made = try await client.createToken(TokenDraft(name: "Reader", kind: .device, scopes: [.read, .write]))
    #expect(made.token == "abcd-efgh-jkmn-pqrs" && made.info.kind == .device && !made.info.isCurrent)
    #expect(try WireFormat.decode(CreatedToken.self, from: WireFormat.encode(made)) == made)
    #expect(server.requests.last?.body == Data(#"{"kind":"device","name":"Reader","scopes":["read","write"]}"#.utf8))
    #expect(try await client.accessTokens().items == [made.info])
    try await client.revokeToken("k1")
    #expect(server.calls.last == "DELETE tokens/k1")
  }

  @Test("Exchanges a code for a token and closes the browser session")
  func signIn() async throws {
    server.script { request in
      switch ScriptedServer.call(request) {
      case "POST session":
        HTTPResponse(status: 204, headers: ["Set-Cookie": "waymark=s3cret; HttpOnly; SameSite=Strict; Path=/"])
      case "POST tokens": .json(201, Self.token)
      default: HTTPResponse(status: 204)
      }
    }
    let client = server.client()
    let made = try await WaymarkClient.signIn(
      to: client.baseURL, code: "c0de", name: "Reader", transport: client.transport)
    #expect(made.token == "abcd-efgh-jkmn-pqrs")
    #expect(server.calls == ["POST session", "POST tokens", "DELETE session"])
    #expect(server.requests.map { $0.headers["Cookie"] } == [nil, "waymark=s3cret", "waymark=s3cret"])
    #expect(server.requests.allSatisfy { $0.headers["Authorization"] == nil })
    #expect(server.requests.allSatisfy { $0.headers["X-Requested-With"] == "waymark" })
    #expect(server.requests[0].body == Data(#"{"code":"c0de"}"#.utf8))
  }

  @Test("Accepts the cookie's name over https")
  func hostCookie() async throws {
    server.script { request in
      switch ScriptedServer.call(request) {
      case "POST session": HTTPResponse(status: 204, headers: ["Set-Cookie": "__Host-waymark=s3cret; Path=/; Secure"])
      case "POST tokens": .json(201, Self.token)
      default: HTTPResponse(status: 204)
      }
    }
    let client = server.client()
    _ = try await WaymarkClient.signIn(to: client.baseURL, code: "c0de", name: "Reader", transport: client.transport)
    #expect(server.requests.map { $0.headers["Cookie"] } == [nil, "__Host-waymark=s3cret", "__Host-waymark=s3cret"])
  }

  @Test("Retries a lost sign-in with the same idempotency key")
  func signInRetried() async throws {
    server.script { request in
      switch ScriptedServer.call(request) {
      case "POST session": HTTPResponse(status: 204, headers: ["Set-Cookie": "waymark=s3cret; Path=/"])
      case "POST tokens": .json(201, Self.token)
      default: HTTPResponse(status: 204)
      }
    }
    let client = server.client()
    let plain = client.transport
    let lost = Mutex(1)
    let transport = InMemoryTransport { request throws(TransportFailure) in
      let response = try await plain.send(request)
      let isLost = lost.withLock { count in
        defer { count -= 1 }
        return count > 0
      }
      if isLost { throw .interrupted }
      return response
    }
    let made = try await WaymarkClient.signIn(
      to: client.baseURL, code: "c0de", name: "Reader", transport: transport,
      retries: RetryPolicy(firstPauseSeconds: 0))
    #expect(made.token == "abcd-efgh-jkmn-pqrs")
    #expect(server.calls == ["POST session", "POST session", "POST tokens", "DELETE session"])
    let keys = server.requests.map { $0.headers["Idempotency-Key"] }
    #expect(keys[0] != nil && keys[0] == keys[1] && keys[2] != nil && keys[2] != keys[0])
  }

  @Test("Rejects a wrong code, and closes the session if no token is created")
  func signInRejected() async throws {
    let client = server.client()
    server.script { _ in .problem(401) }
    await #expect(throws: APIError.unauthorized) {
      try await WaymarkClient.signIn(to: client.baseURL, code: "x", name: "Reader", transport: client.transport)
    }
    #expect(server.calls == ["POST session"])
    server.script { request in
      ScriptedServer.call(request) == "POST session"
        ? HTTPResponse(status: 204, headers: ["Set-Cookie": "waymark=s; Path=/"]) : .problem(403)
    }
    await #expect(throws: APIError.forbidden) {
      try await WaymarkClient.signIn(to: client.baseURL, code: "x", name: "Reader", transport: client.transport)
    }
    #expect(server.calls.last == "DELETE session")
    server.script { _ in HTTPResponse(status: 204) }
    await #expect(throws: APIError.decoding("Set-Cookie: the response does not set the cookie waymark")) {
      try await WaymarkClient.signIn(to: client.baseURL, code: "x", name: "Reader", transport: client.transport)
    }
  }
}
