import API
import Domain
import Foundation
import Languages
import Proto
import Testing

@testable import EdgeHTTP

@Suite("Languages at the edge")
struct LanguageTests {
  private static let path = "/api/v1/achievements"
  private static let method = MilestoneAPI.FetchAchievements.name

  private let edge: EdgeHarness

  init() throws {
    edge = try EdgeHarness()
  }

  /// Replies with the language of the call.
  private func echo(_ method: String) {
    edge.service.on(method) { call in
      Result { () throws(Fault) in try CBOREncoder.encode(["lang": Self.language(call.argument)]) }
    }
  }

  private static func language(_ argument: [UInt8]) -> String {
    (try? CBORDecoder.decode([String: RawCBOR].self, from: argument)["lang"]).flatMap { raw in
      raw.flatMap { try? CBORDecoder.decode(String.self, from: $0.bytes) }
    } ?? "none"
  }

  @Test(
    "The call has the accepted language, unless it is English",
    arguments: [
      ("de-DE,de;q=0.9,en;q=0.8", "de"), ("fr", "fr"), ("pl, es;q=0.1", "es"), ("en-GB,en;q=0.9,de;q=0.8", "none"),
      ("*", "none"), ("pl", "none"), ("de_DE", "none"), ("", "none"),
    ])
  func accepted(field: String, language: String) throws {
    echo(Self.method)
    let response = try edge.send("GET", Self.path, fields: ["Accept-Language: \(field)"])
    #expect(response.body == #"{"lang":"\#(language)"}"#)
    #expect(response.fields["vary"] == "Authorization, Accept-Language")
  }

  @Test("Without the field, or with English, the call has no language")
  func english() throws {
    echo(Self.method)
    for fields in [
      [], ["Accept-Language: en"], ["Accept-Language: *"], ["Accept-Language: pl", "Accept-Language: en"],
    ] {
      _ = try edge.send("GET", Self.path, fields: fields)
    }
    #expect(edge.service.calls(Self.method).map(\.argument) == Array(repeating: [0xA0], count: 4))
  }

  @Test("Several fields are one list")
  func fields() throws {
    echo(Self.method)
    let response = try edge.send("GET", Self.path, fields: ["accept-language: pl", "ACCEPT-LANGUAGE: de;q=0.5"])
    #expect(response.body == #"{"lang":"de"}"#)
  }

  @Test("The next request of a connection has its own language")
  func connection() throws {
    echo(Self.method)
    let client = try edge.connect()
    for (field, language) in [("Accept-Language: de\r\n", "de"), ("", "none"), ("Accept-Language: fr\r\n", "fr")] {
      try client.write(
        "GET \(Self.path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer wm_rw\r\n\(field)\r\n")
      #expect(try client.read().body == #"{"lang":"\#(language)"}"#)
    }
  }

  @Test("A call without texts does not depend on the language")
  func others() throws {
    let method = StatsAPI.FetchSummary.name
    edge.service.setHead(SessionAPI.Head(seq: 1, checksum: 1))
    echo(method)
    for language in ["de", "fr", "en"] {
      let response = try edge.send("GET", "/api/v1/analytics/summary", fields: ["Accept-Language: \(language)"])
      #expect(response.body == #"{"lang":"none"}"# && response.fields["vary"] == "Authorization")
    }
    #expect(edge.service.calls(method).count == 1)
  }

  @Test("The query overrides the field, and names one of the languages")
  func query() throws {
    let path = "/api/v1/achievements/bookworm.svg"
    let method = MilestoneAPI.DrawAchievement.name
    edge.service.on(method) { call in
      let text = [UInt8]("<svg>\(Self.language(call.argument))</svg>".utf8)
      return Result { () throws(Fault) in try CBOREncoder.encode(MediaReply(.svg, text)) }
    }
    let german = ["Accept-Language: de"]
    #expect(try edge.send("GET", path, fields: german).body == "<svg>de</svg>")
    #expect(try edge.send("GET", path + "?lang=fr", fields: german).body == "<svg>fr</svg>")
    #expect(try edge.send("GET", path + "?lang=en", fields: german).body == "<svg>en</svg>")
    #expect(try edge.send("GET", path).body == "<svg>none</svg>")
    for value in ["pl", "DE", "", "de,fr"] {
      #expect(try edge.send("GET", path + "?lang=\(value)").status == 400)
    }
    #expect(try edge.send("GET", path + "?lang=de&lang=de").status == 400)
    #expect(try edge.send("GET", Self.path + "?lang=de").status == 400)
  }

  @Test("A member `lang` of a body is ignored, as it was before", arguments: ["en", "de"])
  func body(language: String) throws {
    let method = MilestoneAPI.SetGoal.name
    edge.service.on(method) { call in
      Result { () throws(Fault) in
        try CBOREncoder.encode(Written(created: false, value: ["lang": Self.language(call.argument)]))
      }
    }
    let response = try edge.send(
      "PUT", "/api/v1/goals/annualReading", fields: ["Accept-Language: \(language)"],
      body: #"{"target": 3, "lang": 7}"#)
    #expect(response.status == 200 && response.body == #"{"lang":"\#(language == "de" ? "de" : "none")"}"#)
    #expect(response.fields["vary"] == "Accept-Language" && response.fields["cache-control"] == "no-store")
  }

  @Test("A kept reply is used only for its language, and there is one for each of the four")
  func kept() throws {
    edge.service.setHead(SessionAPI.Head(seq: 1, checksum: 1))
    echo(Self.method)
    var tags: Set<String> = []
    for round in 0..<3 {
      for (field, language) in [
        ("de", "de"), ("fr-CA", "fr"), ("en", "none"), ("es;q=0.5", "es"), ("de-AT, en", "de"), ("pl", "none"),
        ("de;q=0.\(round + 1)", "de"), ("x-\(round)", "none"),
      ] {
        let response = try edge.send("GET", Self.path, fields: ["Accept-Language: \(field)"])
        #expect(response.body == #"{"lang":"\#(language)"}"#, "\(field)")
        tags.insert(try #require(response.fields["etag"]))
      }
    }
    #expect(tags.count == 4 && edge.service.calls(Self.method).count == 4)
    #expect(edge.inspect { $0.reads.kept.count } == 4)
  }

  @Test("A client's copy in one language is not confirmed to a reader of another")
  func tags() throws {
    edge.service.setHead(SessionAPI.Head(seq: 1, checksum: 1))
    echo(Self.method)
    let german = try edge.send("GET", Self.path, fields: ["Accept-Language: de"])
    let tag = "If-None-Match: \(german.fields["etag"] ?? "")"
    let same = try edge.send("GET", Self.path, fields: ["Accept-Language: de", tag])
    #expect(same.status == 304 && same.fields["vary"] == "Authorization, Accept-Language")
    let french = try edge.send("GET", Self.path, fields: ["Accept-Language: fr", tag])
    #expect(french.status == 200 && french.body == #"{"lang":"fr"}"#)
  }

  @Test("A public link is shown in the language of the visitor or of its query")
  func links() throws {
    edge.service.on(SessionAPI.ResolveShare.name) { call in
      Result { () throws(Fault) in
        let argument = try CBOREncoder.encode(["lang": Self.language(call.argument)])
        return try CBOREncoder.encode(Resolved(argument: argument))
      }
    }
    edge.service.on("stats.drawShared") { call in
      let text = [UInt8]("<svg>\(Self.language(call.argument))</svg>".utf8)
      return Result { () throws(Fault) in try CBOREncoder.encode(MediaReply(.svg, text)) }
    }
    let path = "/s/AAECAwQFBgcICQoLDA0ODw.svg"
    var tags: Set<String> = []
    for (query, field, language) in [
      ("", "de-DE,de;q=0.9", "de"), ("?lang=fr", "de", "fr"), ("?lang=en", "de", "none"), ("", "", "none"),
      ("?lang=pl", "es", "es"), ("?other=1&lang=es", "de", "es"), ("?lang=%", "de", "de"),
    ] {
      let response = try edge.send("GET", path + query, token: nil, fields: ["Accept-Language: \(field)"])
      #expect(response.status == 200 && response.body == "<svg>\(language)</svg>", "\(query) \(field)")
      #expect(response.fields["vary"] == "Accept-Language")
      tags.insert(response.fields["etag"] ?? "")
    }
    #expect(tags.count == 4)
  }

  private struct Resolved: Encodable {
    var user = "ada"
    var service = "stats"
    var method = "stats.drawShared"
    var argument: [UInt8]
  }
}
