import API
import Foundation
import Proto
import Testing

@testable import EdgeHTTP

@Suite("Arguments from the path")
struct ArgumentWriterTests {
  private let edge: EdgeHarness

  init() throws {
    edge = try EdgeHarness()
  }

  @Test("The month of a review is a number for the service")
  func month() throws {
    edge.service.reply(StatsAPI.FetchMonthReview.name, Nothing())
    #expect(try edge.send("GET", "/api/v1/review/2026-03").status == 200)
    let call = try #require(edge.service.calls(StatsAPI.FetchMonthReview.name).first)
    let argument = try CBORDecoder.decode(StatsAPI.FetchMonthReview.self, from: call.argument)
    #expect(argument.year == 2_026 && argument.month == 3)
  }

  @Test(
    "An invalid year or month is 400, also for the picture and the document",
    arguments: [
      ("0-03", "year must be"), ("10000-03", "year must be"), ("-1-03", "year must be"), ("abc-03", "year must be"),
      ("2026-03-04", "year must be"), ("2026-00", "month must be"), ("2026-13", "month must be"),
      ("2026-3", "month must be"), ("2026-003", "month must be"), ("2026-+3", "month must be"),
      ("2026-%203", "month must be"), ("2026-mar", "month must be"), ("2026-", "year must be"),
    ])
  func invalid(period: String, detail: String) throws {
    for ending in ["", ".svg", ".pdf"] where !(period.hasSuffix("-") && !ending.isEmpty) {
      let response = try edge.send("GET", "/api/v1/review/\(period)\(ending)")
      #expect(
        response.status == 400 && (response.json?["detail"] as? String)?.hasPrefix(detail) == true, "\(response.body)")
    }
    #expect(edge.service.calls(StatsAPI.FetchMonthReview.name).isEmpty)
  }
}
