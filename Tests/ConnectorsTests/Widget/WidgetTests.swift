import API
import Chronology
import Domain
import JSON
import Proto
import Testing

@testable import Connectors

@Suite("Widget")
struct WidgetTests {
  private struct Unexpected: Error {}
  private let ada = ConnectorUser(id: "ada", mayRead: true, mayWrite: false)

  /// Carries out the steps with these replies by method, and returns the object.
  private func body(_ metrics: String?, _ replies: [String: [UInt8]]) throws -> String {
    var step = try #require(Widget(metrics)).step(for: ada)
    for _ in 0...Widget.Source.allCases.count {
      switch step {
      case .respond(let response): return String(decoding: response.body, as: UTF8.self)
      case .call(let call):
        #expect(call.user == "ada")
        let reply = try #require(replies[call.method], "\(call.method)")
        step = reply.withUnsafeBytes { call.next(.reply($0, isValid: true)) }
      case .sendPage, .sendLastPage, .fail, .verify, .download, .runImport, .importBody: throw Unexpected()
      }
    }
    throw Unexpected()
  }

  private func points(_ minutes: [Double], endingOn last: String) throws -> [ActivityPoint] {
    let day = try #require(Day(last))
    return try minutes.enumerated().map { place, minutes in
      let date = Day(number: day.number - Int32(6 - place))
      return try CBORDecoder.decode(
        ActivityPoint.self, from: try CBOREncoder.encode(Point(date: date, minutes: minutes)))
    }
  }

  private struct Point: Encodable {
    var date: Day
    var minutes: Double
  }

  @Test("Only the calls that are needed are made, and the members keep their order")
  func few() throws {
    let latest = SessionAPI.FetchLatest.Reply(
      title: "Kindred", currentPage: 100, pageCount: 300, endedAt: Instant(seconds: 0))
    let replies = ["latest.fetch": try CBOREncoder.encode(latest)]
    #expect(
      try body("lastActivity,currentBookPercent,currentBook", replies)
        == #"{"currentBook":"Kindred","currentBookPercent":33.3,"lastActivity":"1970-01-01T00:00:00Z"}"#)
    let none = ["latest.fetch": try CBOREncoder.encode(SessionAPI.FetchLatest.Reply())]
    #expect(try body("currentBook,currentBookPercent", none) == #"{"currentBook":null,"currentBookPercent":null}"#)
  }

  @Test("Unknown names are rejected", arguments: ["", "streak,", "Streak", "streak, longestStreak", "other"])
  func unknown(_ names: String) {
    #expect(Widget(names) == nil)
  }

  @Test("All figures come from eleven calls")
  func sources() throws {
    #expect(try #require(Widget(nil)).sources == Widget.Source.allCases)
    #expect(try #require(Widget("minutesToday")).sources == [.listening, .reading, .rucks])
    #expect(Set(Widget.Source.allCases.flatMap(\.metrics)) == Set(EdgeAPI.FetchWidget.Metric.allCases))
  }

  @Test("The week begins on Monday")
  func minutes() throws {
    // 2026-11-26 is a Thursday.
    let reply = StatsAPI.FetchActivity.Reply(
      range: "week", timezone: "UTC", dataPoints: try points([1, 2, 4, 8, 16, 32, 64.25], endingOn: "2026-11-26"))
    let replies = ["stats.activity": try CBOREncoder.encode(reply)]
    #expect(
      try body("listeningMinutesToday,minutesToday,minutesThisWeek", replies)
        == #"{"listeningMinutesToday":64.25,"minutesToday":192.75,"minutesThisWeek":360.75}"#)
  }

  @Test("A fault of a service is the problem")
  func fault() throws {
    guard case .call(let call) = try #require(Widget("streak")).step(for: ada),
      case .fail(let problem) = call.next(.fault(Fault(.unavailable, "away")))
    else { throw Unexpected() }
    #expect(problem == ConnectorProblem(503, "away"))
  }
}
