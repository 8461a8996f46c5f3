import API
import Chronology
import Domain
import Foundation
import Proto
import Testing

@testable import EdgeHTTP

@Suite("Widget at the edge")
struct WidgetTests {
  private let edge: EdgeHarness

  init() throws {
    edge = try EdgeHarness()
    let latest = SessionAPI.FetchLatest.Reply(title: "Kindred", currentPage: 1, pageCount: 4, endedAt: nil)
    edge.service.reply("latest.fetch", latest)
  }

  @Test("The requested figures are one object with a tag, which may be kept for a minute")
  func figures() throws {
    let path = "/api/v1/widget?metrics=currentBookPercent,currentBook"
    let response = try edge.send("GET", path, token: "wm_r")
    #expect(response.status == 200 && response.body == #"{"currentBook":"Kindred","currentBookPercent":25}"#)
    #expect(response.fields["content-type"] == "application/json")
    #expect(response.fields["cache-control"] == "private, max-age=60" && response.fields["vary"] == "Authorization")
    let german = try edge.send("GET", path, token: "wm_r", fields: ["Accept-Language: de"])
    #expect(german.fields["vary"] == "Authorization, Accept-Language")
    let tag = try #require(response.fields["etag"])
    let same = try edge.send("GET", path, token: "wm_r", fields: ["If-None-Match: \(tag)"])
    #expect(same.status == 304 && same.body == "")
    #expect(edge.service.calls("latest.fetch").allSatisfy { $0.meta.user == "ada" })
  }

  @Test("An unknown name is 400, and an unavailable service 503")
  func problems() throws {
    let unknown = try edge.send("GET", "/api/v1/widget?metrics=streak,mood", token: "wm_r")
    #expect(unknown.status == 400 && unknown.fields["content-type"] == "application/problem+json")
    edge.service.fault("stats.summary", Fault(.unavailable, "the service is unavailable"))
    #expect(try edge.send("GET", "/api/v1/widget?metrics=streak", token: "wm_r").status == 503)
    #expect(try edge.send("GET", "/api/v1/widget", token: "wm_w").status == 403)
  }
}
