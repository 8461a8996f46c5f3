import API
import Chronology
import Crypto
import Foundation
import Proto
import Testing

@testable import EdgeHTTP

@Suite("Podcasts and listens at the edge")
struct PodcastEdgeTests {
  private let edge: EdgeHarness
  private static let basic = "Authorization: Basic " + Data("ada:wm_rw".utf8).base64EncodedString()
  private static let cookie = "Cookie: sessionid=wg_secret"

  init() throws {
    edge = try EdgeHarness()
    edge.service.on("token.verify") { call in
      guard let ask = try? CBORDecoder.decode(SessionAPI.VerifyToken.self, from: call.argument) else { return nil }
      let isCookie = ask.isPodcastCookie == true && ask.hash == SHA256.hash("wg_secret")
      let isToken = ask.isPodcastCookie != true && ask.hash == SHA256.hash("wm_rw")
      guard isCookie || isToken else { return .failure(Fault(.unauthenticated, "no such token")) }
      return Result { () throws(Fault) in
        try CBOREncoder.encode(
          SessionAPI.VerifyToken.Reply(user: "ada", scopes: ["read", "write"], expiresAt: nil, id: "t"))
      }
    }
    edge.service.on("connector.note") { _ in .success([0xF6]) }
    edge.service.reply(
      "gpodder.devices", SessionAPI.ListPodcastDevices.Reply(devices: [], subscriptions: 0))
    edge.service.reply("listenbrainz.count", SessionAPI.CountListens.Reply(count: 3))
  }

  @Test("The cookie opens its base and nothing else")
  func cookie() throws {
    for _ in 0..<3 {
      #expect(
        try edge.send("GET", "/gpodder/api/2/devices/ada.json", token: nil, fields: [Self.cookie]).body == "[]")
    }
    #expect(try edge.send("GET", "/api/v1/stories", token: nil, fields: [Self.cookie]).status == 401)
    #expect(try edge.send("GET", "/api/v1/stories", token: "wg_secret").status == 401)
    #expect(
      try edge.send("GET", "/listenbrainz/1/user/ada/listen-count", token: nil, fields: [Self.cookie]).status == 401)
    #expect(try edge.send("GET", "/gpodder/api/2/devices/ada.json", token: "wg_secret").status == 401)
  }

  @Test("A token is not valid as the cookie")
  func tokenAsCookie() throws {
    let fields = ["Cookie: sessionid=wm_rw"]
    #expect(try edge.send("GET", "/gpodder/api/2/devices/ada.json", token: nil, fields: fields).status == 401)
  }

  @Test("A response 401 requests Basic credentials")
  func challenge() throws {
    let response = try edge.send("GET", "/gpodder/api/2/devices/ada.json", token: nil)
    #expect(response.status == 401 && response.fields["www-authenticate"]?.hasPrefix("Basic ") == true)
    #expect(response.fields["content-type"] == "application/json")
    #expect(try edge.send("GET", "/gpodder/api/2/devices/ada.json", token: nil, fields: [Self.basic]).status == 200)
  }

  @Test("A long list of actions is sent in pages")
  func pages() throws {
    let action = SessionAPI.EpisodeAction(podcast: "p", episode: "e", kind: .new)
    edge.service.on("gpodder.readActions") { call in
      guard let ask = try? CBORDecoder.decode(SessionAPI.ReadEpisodeActions.self, from: call.argument) else {
        return nil
      }
      let place = (ask.after?.place ?? 0) + 1
      let next = SessionAPI.ReadEpisodeActions.Place(stamp: 1, place: place, last: 9)
      return Result { () throws(Fault) in
        try CBOREncoder.encode(
          SessionAPI.ReadEpisodeActions.Reply(actions: [action], next: place < 4 ? next : nil, stamp: 9))
      }
    }
    let client = try edge.connect()
    let path = "/gpodder/api/2/episodes/ada.json"
    try client.write("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(Self.basic)\r\n\r\n")
    #expect(try client.readHead().status == 200)
    var text = ""
    while case let chunk = try client.readChunk(), !chunk.isEmpty { text += chunk }
    let list = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect((list["actions"] as? [Any])?.count == 4 && list["timestamp"] as? Int == 9)
    #expect(edge.service.calls("gpodder.readActions").count == 4)
  }

  @Test("Pages of any origin may call both bases, without credentials of the browser")
  func origins() throws {
    for path in ["/gpodder/clientconfig.json", "/listenbrainz/1/user/ada/listen-count"] {
      let fields = ["Origin: https://music.example", "Authorization: Token wm_rw"]
      let response = try edge.send("GET", path, token: nil, fields: fields)
      #expect(response.status == 200 && response.fields["access-control-allow-origin"] == "*")
      #expect(response.fields["access-control-allow-credentials"] == nil)
      let preflight = try edge.send(
        "OPTIONS", path, token: nil,
        fields: ["Origin: https://music.example", "Access-Control-Request-Method: POST"])
      #expect(
        preflight.status == 204 && preflight.fields["access-control-allow-headers"]?.contains("Authorization") == true)
    }
  }

  @Test("Overload of ListenBrainz is 503 with its code, and never 429")
  func overload() throws {
    edge.service.fault("listenbrainz.record", Fault(.overloaded, "too many calls"))
    let listen = #"{"listened_at":1700000000,"track_metadata":{"artist_name":"a","track_name":"t"}}"#
    let body = #"{"listen_type":"single","payload":[\#(listen)]}"#
    let response = try edge.send("POST", "/listenbrainz/1/submit-listens", body: body)
    #expect(response.status == 503 && response.json?["code"] as? Int == 503 && response.fields["retry-after"] == "1")
  }
}
