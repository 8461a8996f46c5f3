import API
import Chronology
import Domain
import Foundation
import Proto
import Testing

@testable import SessionSvc

@Suite("Exports")
struct ExportTests {
  private let start = at("2026-01-01T10:00:00Z")

  /// Returns all pages of an export.
  private func pages(
    _ rig: SessionRig, _ kind: SessionAPI.ExportKind, _ format: SessionAPI.ExportFormat = .json
  ) async throws -> [[UInt8]] {
    var pages: [[UInt8]] = []
    var after: String?
    repeat {
      let call = SessionAPI.ReadExport(kind: kind, format: format, after: after)
      let reply = try await rig.handlers.readExport(call, CallerContext(user: "ada"))
      pages.append(reply.bytes)
      after = reply.next
    } while after != nil
    return pages
  }

  private func objects(_ rig: SessionRig, _ kind: SessionAPI.ExportKind) async throws -> [NSDictionary] {
    let bytes = try await pages(rig, kind).joined()
    let list = try JSONSerialization.jsonObject(with: Data(bytes)) as? NSArray
    return (list ?? []).compactMap { $0 as? NSDictionary }
  }

  @Test("A ruck in JSON equals the list's, with objects for terrain and weather")
  func rucks() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let way = [RuckSegment(type: .trail, distance: 1_200.5), RuckSegment(type: .sand, distance: 30)]
    let whole = Ruck(
      id: "a", startedAt: start, endedAt: start + 3_600, distance: 5_000, loadWeight: 20.5, calories: 400,
      elevationGain: 12, movingTime: 3_000, terrain: way, weather: RuckWeather(temperature: -3.5, condition: "=snow"))
    let bare = Ruck(startedAt: start + 7_200, endedAt: start + 9_000, distance: 0, loadWeight: 10)
    for ruck in [whole, bare] { _ = try await rig.handlers.recordRuck(.init(ruck), ada) }
    let rows = try await objects(rig, .rucks)
    #expect(rows.count == 2)
    let shown: NSArray = [["type": "trail", "distance": 1_200.5], ["type": "sand", "distance": 30]]
    #expect(rows[0]["terrain"] as? NSArray == shown)
    #expect(rows[0]["weather"] as? NSDictionary == ["temperature": -3.5, "condition": "=snow"])
    #expect(rows[1]["terrain"] is NSNull && rows[1]["weather"] is NSNull && rows[1]["pace"] is NSNull)
    let members = Set(rows[0].allKeys.compactMap { $0 as? String })
    #expect(
      members == [
        "id", "startedAt", "endedAt", "distance", "loadWeight", "calories", "elevationGain", "movingTime", "terrain",
        "weather", "pace", "weightMoved", "name", "note", "hasTrack",
      ])
    let csv = String(decoding: try await pages(rig, .rucks, .csv).joined(), as: UTF8.self).split(separator: "\r\n")
    #expect(csv[0].hasSuffix("weightMoved,temperature,condition,terrain,name,note,hasTrack"))
    #expect(csv[1].hasSuffix("-3.5,'=snow,trail 1200.5; sand 30,,,false") && csv[2].hasSuffix(",,,,,,false"))
  }

  @Test("Sessions in JSON equal the lists', with the title")
  func sessions() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    _ = try await rig.handlers.saveWork(.init(Work(id: "dune", title: "Dune")), ada)
    _ = try await rig.handlers.recordReading(
      .init(ReadingSession(workId: "dune", startedAt: start, endedAt: start + 600, startPage: 1, endPage: 9)), ada)
    _ = try await rig.handlers.recordListening(
      .init(storyId: "moon", startedAt: start, endedAt: start + 60, completed: true), ada)
    let reading = try await objects(rig, .reading)
    #expect(
      Set(reading[0].allKeys.compactMap { $0 as? String }) == [
        "id", "workId", "title", "date", "startedAt", "endedAt", "durationMinutes", "startPage", "endPage", "pagesRead",
        "readingPace", "enrichmentPromptShown", "enrichmentCompleted",
      ])
    #expect(reading[0]["title"] as? String == "Dune" && reading[0]["readingPace"] as? Int == 48)
    let listening = try await objects(rig, .listening)
    #expect(
      Set(listening[0].allKeys.compactMap { $0 as? String }) == [
        "id", "storyId", "title", "startedAt", "endedAt", "completed", "duration", "capped", "anomalies",
      ])
    #expect(listening[0]["anomalies"] as? NSArray == [] && listening[0]["startedAt"] as? String == "\(start)")
    _ = try await rig.handlers.deleteStory(.init(id: "moon"), ada)
    #expect(try await objects(rig, .listening)[0]["title"] is NSNull)
  }

  @Test("Each row is on exactly one page, even if it is larger than a page")
  func largeRows() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let long = String(repeating: "🏔", count: 500)
    for n in 0..<60 {
      let authors = n == 7 ? Array(repeating: long, count: 50) : ["\(n)"]
      let genres = n % 3 == 0 ? Array(repeating: long, count: 50) : []
      let id = n < 10 ? "w0\(n)" : "w\(n)"
      _ = try await rig.handlers.saveWork(.init(Work(id: id, title: "T", authors: authors, genres: genres)), ada)
    }
    let parts = try await pages(rig, .works)
    let longest = 2 * 50 * (500 * 4 + 3) + 1_000
    #expect(parts.count > 5)
    #expect(parts.allSatisfy { $0.count < SessionLimits.exportBytes + longest })
    #expect(parts.dropLast().allSatisfy { $0.count >= SessionLimits.exportBytes })
    let ids = try await objects(rig, .works).compactMap { $0["id"] as? String }
    #expect(ids == (0..<60).map { $0 < 10 ? "w0\($0)" : "w\($0)" })
  }
}
