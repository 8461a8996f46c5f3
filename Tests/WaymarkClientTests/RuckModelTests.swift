import Foundation
import Testing

@testable import WaymarkClient

@Suite("Ruck models")
struct RuckModelTests {
  private func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try WireFormat.decode(type, from: Data(text.utf8))
  }

  private func text(_ value: some Encodable) throws -> String {
    String(decoding: try WireFormat.encode(value), as: UTF8.self)
  }

  @Test("Decodes a ruck; missing members are nil")
  func ruck() throws {
    let ruck = try decoded(Ruck.self, RuckBodies.ruck)
    #expect(ruck.pace == 10 && ruck.weightMoved == 200_000)
    #expect(ruck.elevationGain == nil && ruck.movingTime == nil)
    #expect(ruck.terrain == [TerrainSegment(type: .trail, distance: 6000)])
    #expect(ruck.weather == RuckWeather(temperature: -2.5, condition: "rain"))
    #expect(ruck.name == "Ridge path" && ruck.note == nil && ruck.hasTrack == true)
    #expect(try decoded(Ruck.self, text(ruck)) == ruck)
  }

  @Test("Decodes a track, whose points are lists; encodes the same lists")
  func track() throws {
    let body = #"{"points":[[1714557600,52.5200066,-13.5,34.12,121],[1714557660,52.25,13,null,null]]}"#
    let track = try decoded(RuckTrack.self, body)
    #expect(track.points.map(\.latitude) == [52.5200066, 52.25] && track.points.map(\.heartRate) == [121, nil])
    #expect(track.points[0].time == Date(timeIntervalSince1970: 1_714_557_600) && track.points[1].elevation == nil)
    #expect(try decoded(RuckTrack.self, text(track)) == track)
    #expect(throws: (any Error).self) { try decoded(RuckTrack.self, #"{"points":[[1714557600,52.5]]}"#) }
  }

  @Test("Decodes the figures of a period; null trends are nil")
  func analytics() throws {
    let data = try decoded(AnalyticsData.self, RuckBodies.analytics())
    #expect(data.timePeriod == .monthly && data.from == CalendarDay("2026-11-01"))
    #expect(data.trend(of: .distance)?.direction == .up)
    #expect(data.trend(of: .pace)?.changePercent == -10)
    #expect(data.trend(of: .weightMoved) == nil && data.trend(of: .books) == nil)
    #expect(data.trend(of: .sessions)?.direction == .flat)
    let empty = try decoded(AnalyticsData.self, RuckBodies.empty)
    #expect(empty.averagePace == nil && empty.averageLoad == nil && empty.distanceTrend == nil)
  }

  @Test("Decodes unknown periods, directions and terrains")
  func unknownNames() throws {
    let later = RuckBodies.analytics("fortnightly").replacingOccurrences(of: #""up""#, with: #""sideways""#)
    let data = try decoded(AnalyticsData.self, later)
    #expect(data.timePeriod.rawValue == "fortnightly" && data.timePeriod.displayName == "fortnightly")
    #expect(data.distanceTrend?.symbolName == "arrow.right")
    #expect(data.distanceTrend?.colorName(for: .distance) == "gray")
    let breakdown = try decoded(RuckBreakdown.self, RuckBodies.breakdown)
    #expect(breakdown.terrain.map(\.type) == [.trail, Terrain(rawValue: "moon")])
    #expect(breakdown.weather.temperaturePaceCorrelation == nil && breakdown.paceDistribution.first?.to == 10.5)
  }

  @Test("Returns the records that a ruck holds")
  func records() throws {
    let records = try decoded(PersonalRecords.self, RuckBodies.records)
    #expect(records.held(by: "hill") == [.longestDistance, .fastestPace])
    #expect(records.held(by: "c") == [.heaviestLoad, .mostWeightMoved])
    #expect(records.held(by: "x").isEmpty && records[.highestCalorieBurn] == nil)
  }

  @Test("Encodes only the given members of reports and edits, and null for cleared ones")
  func bodies() throws {
    let start = instant("2026-11-16T08:00:00Z")
    let report = RuckReport(startedAt: start, endedAt: start + 6000.9, distance: 10_000, loadWeight: 20.5)
    #expect(
      try text(report) == """
        {"distance":10000,"endedAt":"2026-11-16T09:40:00Z","loadWeight":20.5,"startedAt":"2026-11-16T08:00:00Z"}
        """)
    #expect(try text(RuckChanges()) == "{}")
    let changes = RuckChanges(
      distance: 8000, calories: .cleared, terrain: .set([TerrainSegment(type: .sand, distance: 5)]), weather: .cleared,
      name: .set("Hill"), note: .cleared)
    let body = """
      {"calories":null,"distance":8000,"name":"Hill","note":null,"terrain":[{"distance":5,"type":"sand"}],\
      "weather":null}
      """
    #expect(try text(changes) == body)
  }

  @Test("Rejects numbers that JSON cannot encode", arguments: [Double.nan, .infinity])
  func notANumber(distance: Double) {
    let report = RuckReport(startedAt: .now, endedAt: .now, distance: distance, loadWeight: 1)
    #expect(throws: APIError.self) { try WireFormat.encode(report) }
  }

  @Test("Rejects text that is not a month", arguments: ["2026-13", "2026-00", "2026", "2026-1", "2026-11-01", ""])
  func months(text: String) throws {
    #expect(CalendarMonth(text) == nil)
    let month = try decoded(CalendarMonth.self, #""2026-02""#)
    #expect(month == CalendarMonth(year: 2026, month: 2) && month.description == "2026-02")
    #expect(month < CalendarMonth(year: 2026, month: 3))
  }
}
