import API
import Chronology
import Crypto
import Domain
import Foundation
import Proto
import Testing

@testable import EdgeHTTP

@Suite("Connectors at the edge")
struct ConnectorTests {
  private static let typed = "0123-4567-89ab-cdef"
  private let edge: EdgeHarness

  init() throws {
    edge = try EdgeHarness()
    Self.prepare(edge)
  }

  /// Verifies a device token by its MD5, and a read-only token.
  private static func prepare(_ edge: EdgeHarness) {
    edge.service.on("token.verify") { call in
      guard let ask = try? CBORDecoder.decode(SessionAPI.VerifyToken.self, from: call.argument) else { return nil }
      let tokens = ["wm_rw": ["read", "write"], typed: ["read", "write"], "reader": ["read"]]
      for (token, scopes) in tokens {
        let md5 = SHA256.hash(MD5.hex([UInt8](token.utf8)))
        guard ask.isMD5 == true ? ask.hash == md5 : ask.hash == SHA256.hash(token) else { continue }
        return Result { () throws(Fault) in
          try CBOREncoder.encode(SessionAPI.VerifyToken.Reply(user: "ada", scopes: scopes, expiresAt: nil, id: token))
        }
      }
      return .failure(Fault(.unauthenticated, "no such token"))
    }
    edge.service.on("connector.note") { _ in .success([0xF6]) }
    edge.service.reply("position.push", SessionAPI.PushPosition.Reply(pushedAt: Instant(seconds: 1_800_000_000)))
    edge.service.reply("position.fetch", SessionAPI.FetchPosition.Reply(position: nil, pushedAt: nil))
  }

  private static let body = #"{"document":"d","progress":"1","percentage":0.5,"device":"Kobo"}"#

  private func fields(_ token: String = typed, name: String = "ada") -> [String] {
    ["x-auth-user: \(name)", "x-auth-key: \(MD5.hex([UInt8](token.utf8)).uppercased())"]
  }

  private func push(_ fields: [String], path: String = "/kosync/syncs/progress") throws -> ReceivedResponse {
    try edge.send("PUT", path, token: nil, fields: fields, body: Self.body)
  }

  @Test("A push with the MD5 of a device token makes one call for its owner, and notes the use before it")
  func push() throws {
    let response = try push(fields())
    #expect(response.status == 200 && response.body == #"{"document":"d","timestamp":1800000000}"#)
    #expect(
      response.fields["content-type"] == "application/json" && response.fields["access-control-allow-origin"] == nil)
    _ = try push(fields(name: "me"))
    let calls = edge.service.calls("position.push")
    #expect(calls.count == 2 && calls.allSatisfy { $0.meta.user == "ada" && $0.meta.deadline ?? 0 <= 2_000 })
    #expect(edge.service.calls("connector.note").count == 1)
  }

  @Test(
    "Slashes may repeat and end the path, and names are decoded once",
    arguments: ["//kosync//syncs/progress/", "/%6Bosync/syncs/%70rogress", "/kosync/syncs/progress?x=1&x=2"])
  func paths(_ path: String) throws {
    #expect(try push(fields(), path: path).status == 200)
  }

  @Test(
    "Wrong credentials are always 401 in the form of the protocol",
    arguments: ["ada unknown", "eve \(typed)", "Ada \(typed)", "ada "])
  func wrong(_ credentials: String) throws {
    let parts = credentials.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    for _ in 0..<30 {
      let response = try push(fields(parts[1], name: parts[0]))
      #expect(response.status == 401 && response.body == #"{"code":2001,"message":"Unauthorized"}"#)
      #expect(response.fields["content-type"] == "application/json")
    }
    #expect(edge.service.calls("position.push").isEmpty)
  }

  @Test("Only tokens count: no bearer token, cookie or missing name")
  func others() throws {
    #expect(try edge.send("GET", "/kosync/users/auth", token: "wm_rw").status == 401)
    let cookie = "Cookie: waymark=wb_" + String(repeating: "c", count: 43)
    #expect(try edge.send("GET", "/kosync/users/auth", token: nil, fields: [cookie]).status == 401)
    #expect(try edge.send("GET", "/kosync/users/auth", token: nil, fields: fields()).status == 200)
  }

  @Test("A read-only token cannot push, and the response requests another sign-in")
  func scopes() throws {
    #expect(try push(fields("reader")).status == 401)
    let path = "/kosync/syncs/progress/abc"
    let response = try edge.send("GET", path, token: nil, fields: fields("reader"))
    #expect(response.status == 200 && response.body == "{}")
  }

  @Test("A revoked token ends within a second")
  func revoked() throws {
    #expect(try push(fields()).status == 200)
    edge.service.fault("token.verify", Fault(.unauthenticated, "no such token"))
    #expect(try comes { try push(fields()).status == 401 })
  }

  @Test("An unavailable service is 503 with Retry-After, not a rejection")
  func outage() throws {
    edge.service.fault("position.push", Fault(.unavailable, "the service is unavailable"))
    let response = try push(fields())
    #expect(response.status == 503 && response.fields["retry-after"] == "1" && response.json?["code"] as? Int == 2000)
  }

  @Test("A rejected body is read, and the connection serves the next request")
  func rejectedBody() throws {
    let client = try edge.connect()
    let length = 3 << 20
    try client.write("PUT /kosync/unknown HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(length)\r\n\r\n")
    try client.write([UInt8](repeating: 0x61, count: length))
    #expect(try client.read().status == 404)
    let next = "GET /kosync/healthcheck HTTP/1.1\r\nHost: localhost\r\n\r\n"
    try client.write(next)
    let response = try client.read()
    #expect(response.status == 200 && response.body == #"{"state":"OK"}"#)
  }

  @Test("A body over the limit is 413 in the form of the protocol")
  func tooLarge() throws {
    let client = try edge.connect()
    let lines = ["PUT /kosync/syncs/progress HTTP/1.1", "Host: localhost", "Content-Length: 70000"] + fields()
    try client.write((lines + ["", ""]).joined(separator: "\r\n"))
    try client.write([UInt8](repeating: 0x20, count: 70_000))
    let response = try client.read()
    #expect(response.status == 413 && response.json?["code"] as? Int == 2003)
  }

  @Test("A GET may have a body, and a body may be chunked")
  func bodies() throws {
    let response = try edge.send("GET", "/kosync/users/auth", token: nil, fields: fields(), body: "{}")
    #expect(response.status == 200)
    let client = try edge.connect()
    let lines = ["PUT /kosync/syncs/progress HTTP/1.1", "Host: localhost", "Transfer-Encoding: chunked"] + fields()
    try client.write((lines + ["", ""]).joined(separator: "\r\n"))
    let half = Self.body.count / 2
    for part in [Self.body.prefix(half), Self.body.dropFirst(half)] {
      try client.write("\(String(part.count, radix: 16))\r\n\(part)\r\n")
    }
    try client.write("0\r\n\r\n")
    #expect(try client.read().status == 200)
  }

  @Test("Below a base that is off, everything is 404")
  func off() throws {
    let edge = try EdgeHarness(settings: ["WAYMARK_CONNECTORS": "dav,pull"])
    let response = try edge.send("GET", "/kosync/healthcheck", token: nil)
    #expect(response.status == 404)
    #expect(try self.edge.send("GET", "/kosyncx/healthcheck", token: nil).status == 404)
    #expect(try self.edge.send("GET", "/kosync/healthcheck", token: nil).status == 200)
  }

  @Test("The public path precedes the base")
  func publicPath() throws {
    let edge = try EdgeHarness(settings: ["WAYMARK_PUBLIC_URL": "https://home.example.org/waymark"])
    #expect(try edge.send("GET", "/waymark/kosync/healthcheck", token: nil).status == 200)
    #expect(try edge.send("GET", "/kosync/healthcheck", token: nil).status == 200)
  }
}
