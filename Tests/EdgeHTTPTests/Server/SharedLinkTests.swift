import API
import Crypto
import Domain
import Foundation
import Proto
import Testing

@testable import EdgeHTTP

@Suite("Public links at the edge")
struct SharedLinkTests {
  private static let secret = "AAECAwQFBgcICQoLDA0ODw"
  private static let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"

  private let edge: EdgeHarness

  init() throws {
    edge = try EdgeHarness()
    edge.service.on("share.resolve") { call in
      guard let ask = try? CBORDecoder.decode(SessionAPI.ResolveShare.self, from: call.argument),
        ask.hash == SHA256.hash(Self.secret)
      else { return .failure(Fault(.notFound, "this share does not exist")) }
      let method = ask.form == .svg ? "stats.drawShared" : "stats.readShared"
      let reply = ["user": "ada", "service": "stats", "method": method]
      return Result { () throws(Fault) in
        // The argument is a byte string in the same map.
        var bytes = try CBOREncoder.encode(reply)
        bytes[0] += 1
        return bytes + [0x68] + Array("argument".utf8) + [0x41, 0xA0]
      }
    }
    edge.service.reply("stats.drawShared", MediaReply(.svg, [UInt8](Self.svg.utf8)))
    edge.service.reply("stats.readShared", SharedFigures(label: "reading", message: "12 days", color: "blue"))
  }

  private func get(_ path: String, _ verb: String = "GET", fields: [String] = []) throws -> ReceivedResponse {
    try edge.send(verb, path, token: nil, fields: fields)
  }

  @Test("Anybody can load a picture, which has an ETag and a policy that loads nothing else")
  func picture() throws {
    let response = try get("/s/\(Self.secret).svg")
    #expect(response.status == 200 && response.body == Self.svg)
    #expect(response.fields["content-type"] == "image/svg+xml")
    #expect(response.fields["cache-control"] == "public, max-age=300" && response.fields["vary"] == "Accept-Language")
    #expect(response.fields["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'")
    #expect(response.fields["x-content-type-options"] == "nosniff")
    #expect(response.fields["access-control-allow-origin"] == "*")
    let tag = try #require(response.fields["etag"])
    let same = try get("/s/\(Self.secret).svg", fields: ["If-None-Match: \(tag)"])
    #expect(same.status == 304 && same.body == "" && same.fields["etag"] == tag)
    let head = try get("/s/\(Self.secret).svg", "HEAD")
    #expect(head.status == 200 && head.body == "" && head.fields["content-length"] == "\(Self.svg.utf8.count)")
    #expect(edge.service.calls("stats.drawShared").allSatisfy { $0.meta.user == "ada" && $0.argument == [0xA0] })
    #expect(edge.service.calls("share.resolve").allSatisfy { $0.meta.user == nil })
    #expect(edge.service.calls("token.verify").isEmpty)
  }

  @Test("The figures are JSON with exactly the members of a badge")
  func figures() throws {
    let response = try get("/s/\(Self.secret).json")
    #expect(response.status == 200 && response.fields["content-type"] == "application/json")
    #expect(response.json == ["schemaVersion": 1, "label": "reading", "message": "12 days", "color": "blue"])
    #expect(response.fields["access-control-allow-origin"] == "*")
    let more = try SharedFigures(label: "a", message: "b", color: "c", figures: ["books": 3])
    edge.service.reply("stats.readShared", more)
    let figures = try get("/s/\(Self.secret).json")
    #expect(figures.json?["figures"] as? NSDictionary == ["books": 3])
    #expect(figures.fields["etag"] != response.fields["etag"])
  }

  @Test(
    "A path that is not a link is 404, like an unknown link",
    arguments: [
      "/s/", "/s/\(secret)", "/s/\(secret).png", "/s/\(secret).svg/", "/s/\(secret)A.svg", "/s/A.svg",
      "/s/AAECAwQFBgcICQoLDA0OD%2E.svg", "/s/AAECAwQFBgcICQoLDA0ODg.svg", "/s/\(secret).SVG", "/S/\(secret).svg",
    ])
  func unknown(path: String) throws {
    let response = try get(path)
    #expect(response.status == 404, "\(response.body)")
    let unknown = try get("/s/BAECAwQFBgcICQoLDA0ODw.svg")
    #expect(response.body == unknown.body)
    #expect(response.fields["cache-control"] == "no-store")
  }

  @Test("A link is verified for each request, so that it ends at once")
  func revoked() throws {
    #expect(try get("/s/\(Self.secret).svg").status == 200)
    edge.service.fault("share.resolve", Fault(.notFound, "this share does not exist"))
    #expect(try get("/s/\(Self.secret).svg").status == 404)
    edge.service.fault("share.resolve", Fault(.unavailable, "away"))
    let away = try get("/s/\(Self.secret).svg")
    #expect(away.status == 503 && away.fields["retry-after"] == "1")
  }

  @Test("Limits guesses per minute, and a link that was valid keeps working")
  func guessing() throws {
    #expect(try get("/s/\(Self.secret).svg").status == 200)
    var statuses: [Int] = []
    for number in 0...Limits.wrongGuessesPerMinute {
      let digits = String(number + 10_000)
      statuses.append(try get("/s/AAECAwQFBgcICQoLD\(digits).svg").status)
    }
    // A new minute may have begun.
    #expect(statuses.first == 404 && statuses.filter { $0 == 429 }.count <= 1)
    #expect(try edge.rejections(.linkGuesses) == statuses.count { $0 == 429 })
    #expect(try get("/s/\(Self.secret).svg").status == 200)
  }

  @Test("Limits the guesses of an address per minute, and valid links do not count")
  func counting() {
    var guesses = LinkGuesses()
    var found = (0..<Limits.wrongGuessesPerMinute).map { _ in guesses.begin("a", second: 60) }
    #expect(found.allSatisfy { $0 })
    found = [guesses.begin("a", second: 119), guesses.begin("b", second: 119)]
    let secret = [UInt8](repeating: 1, count: 22).withUnsafeBytes { SHA256.digest($0) }
    #expect(guesses.isGuess(secret) == true)
    guesses.confirm(secret, isCounted: true, from: "a")
    #expect(guesses.isGuess(secret) == false)
    for second in [119, 119, 120] { found.append(guesses.begin("a", second: Int64(second))) }
    #expect(found == [false, true, true, false, true])
  }

  @Test("Limits the guesses of all addresses together")
  func manyGuessers() {
    var guesses = LinkGuesses()
    var allowed = 0
    for number in 0..<(2 * Limits.allWrongGuessesPerMinute) where guesses.begin("\(number)", second: 0) { allowed += 1 }
    #expect(allowed == Limits.allWrongGuessesPerMinute)
  }

  @Test("Rejects other verbs, and a page of any origin may send a preflight")
  func verbs() throws {
    for verb in ["POST", "PUT", "PATCH", "DELETE"] {
      let response = try get("/s/\(Self.secret).svg", verb)
      #expect(response.status == 405 && response.fields["allow"] == "GET, HEAD, OPTIONS")
    }
    let preflight = try get(
      "/s/\(Self.secret).svg", "OPTIONS", fields: ["Origin: https://a", "Access-Control-Request-Method: GET"])
    #expect(preflight.status == 204 && preflight.fields["access-control-allow-origin"] == "*")
    #expect(preflight.fields["access-control-allow-methods"] == "GET, HEAD")
  }

  @Test("A reply of an unexpected type is 500")
  func wrongType() throws {
    edge.service.reply("stats.drawShared", MediaReply(.pdf, [1]))
    let response = try get("/s/\(Self.secret).svg")
    #expect(response.status == 500 && response.fields["content-security-policy"] == nil)
  }

  @Test("A new link begins with the address of the request, regardless of the body")
  func origin() throws {
    let asked = try edge.send("POST", "/api/v1/shares", body: #"{"picture": "radar", "origin": "https://evil"}"#)
    #expect(asked.status == 503)
    let call = try #require(edge.service.calls("share.create").first)
    let made = try CBORDecoder.decode(SessionAPI.CreateShare.self, from: call.argument)
    #expect(made.origin == "http://localhost" && made.picture == .radar)
  }
}
