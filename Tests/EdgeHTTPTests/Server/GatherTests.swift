import Proto
import Synchronization
import Testing

@testable import EdgeHTTP

@Suite struct GatherTests {
  private struct Ask: Decodable { var after: String? }

  private struct Page: Encodable, Sendable {
    var heroes: [String]
    var next: String?
  }

  private let edge: EdgeHarness

  init() throws {
    edge = try EdgeHarness()
  }

  private static func reply(_ page: Page) -> Result<[UInt8], Fault> {
    Result { () throws(Fault) in try CBOREncoder.encode(page) }
  }

  @Test("A list that the service sends in pages is one response with an ETag")
  func pages() throws {
    edge.service.on("stats.heroes") { call in
      switch (try? CBORDecoder.decode(Ask.self, from: call.argument))?.after {
      case nil: Self.reply(Page(heroes: ["a", "b"], next: "2"))
      case "2": Self.reply(Page(heroes: ["c"], next: "3"))
      default: Self.reply(Page(heroes: [], next: nil))
      }
    }
    let response = try edge.send("GET", "/api/v1/analytics/heroes")
    #expect(response.status == 200 && response.body == #"{"heroes":["a","b","c"]}"#)
    #expect(response.fields["etag"] != nil)
    #expect(edge.service.calls("stats.heroes").count == 3)
  }

  @Test("Restarts the list if the state changes between two pages, a limited number of times")
  func movedOn() throws {
    let conflicts = Mutex(0)
    edge.service.on("stats.heroes") { call in
      guard (try? CBORDecoder.decode(Ask.self, from: call.argument))?.after != nil else {
        return Self.reply(Page(heroes: ["a"], next: "1"))
      }
      let count = conflicts.withLock { count in
        count += 1
        return count
      }
      return count == 3 ? Self.reply(Page(heroes: ["b"], next: nil)) : .failure(Fault(.conflict, "moved"))
    }
    let response = try edge.send("GET", "/api/v1/analytics/heroes")
    #expect(response.status == 200 && response.body == #"{"heroes":["a","b"]}"#)
    #expect(try edge.send("GET", "/api/v1/analytics/heroes").status == 503)
    edge.service.fault("stats.heroes", Fault(.unavailable, "away"))
    #expect(try edge.send("GET", "/api/v1/analytics/heroes").status == 503)
  }
}
