import API
import Domain
import Proto
import Testing

@testable import EdgeHTTP

@Suite("A call that needs another service's reply")
struct ChainedCallTests {
  private struct Argument: Decodable {
    var timeframe: String?
    var diversity: [String: Int]?
  }

  private let edge: EdgeHarness

  init() throws {
    edge = try EdgeHarness()
    edge.service.reply(StatsAPI.PrintReport.name, MediaReply(.pdf, [UInt8]("%PDF".utf8)))
  }

  @Test("The other service is called first with the same argument, and its reply is passed on unchanged")
  func handedOn() throws {
    edge.service.reply(DiversityAPI.FetchReportFigures.name, ["books": 3])
    let response = try edge.send("GET", "/api/v1/export/report.pdf?timeframe=year")
    #expect(response.status == 200 && response.body == "%PDF" && response.fields["etag"] != nil)
    let first = try #require(edge.service.calls(DiversityAPI.FetchReportFigures.name).first)
    let asked = try CBORDecoder.decode(Argument.self, from: first.argument)
    #expect(asked.timeframe == "year" && asked.diversity == nil && first.meta.user == "ada")
    let second = try #require(edge.service.calls(StatsAPI.PrintReport.name).first)
    let whole = try CBORDecoder.decode(Argument.self, from: second.argument)
    #expect(whole.timeframe == "year" && whole.diversity == ["books": 3] && second.meta.user == "ada")
  }

  @Test("Is unavailable if the first call's service is unavailable")
  func away() throws {
    edge.service.fault(DiversityAPI.FetchReportFigures.name, Fault(.unavailable, "away"))
    #expect(try edge.send("GET", "/api/v1/export/report.pdf").status == 503)
    #expect(edge.service.calls(StatsAPI.PrintReport.name).isEmpty)
  }

  @Test("A client cannot provide the reply of the first call")
  func forged() throws {
    #expect(try edge.send("GET", "/api/v1/export/report.pdf?diversity=1").status == 400)
  }
}
