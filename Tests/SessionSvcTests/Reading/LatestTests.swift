import API
import Chronology
import Domain
import Proto
import Testing

@testable import SessionSvc

@Suite("Latest activity")
struct LatestTests {
  private let rig: SessionRig

  init() throws { rig = try SessionRig() }

  private func latest(_ caller: CallerContext) async throws -> SessionAPI.FetchLatest.Reply {
    try await rig.handlers.fetchLatest(.init(), caller)
  }

  private func read(_ work: String, from start: String, to end: String, _ caller: CallerContext) async throws {
    let session = ReadingSession(
      workId: work, startedAt: at(start), endedAt: at(end), startPage: 1, endPage: 20)
    _ = try await rig.handlers.recordReading(.init(session), caller)
  }

  @Test("A user without sessions has done nothing")
  func nothing() async throws {
    let reply = try await latest(CallerContext(user: "ada"))
    #expect(reply.title == nil && reply.endedAt == nil)
  }

  @Test("The book that was read last is the one with the greatest end, and the latest end is that of any kind")
  func last() async throws {
    let ada = try await rig.begin()
    for id in ["a", "b", "c"] {
      _ = try await rig.handlers.saveWork(.init(Work(id: id, title: id.uppercased(), pageCount: 100)), ada)
      _ = try await rig.handlers.saveEntry(.init(workId: id, status: .reading), ada)
    }
    try await read("b", from: "2026-11-19T10:00:00Z", to: "2026-11-19T12:00:00Z", ada)
    try await read("a", from: "2026-11-19T11:00:00Z", to: "2026-11-19T11:30:00Z", ada)
    let first = try await latest(ada)
    #expect(first.title == "B" && first.currentPage == 20 && first.pageCount == 100)
    #expect(first.endedAt == at("2026-11-19T12:00:00Z"))
    _ = try await rig.handlers.recordListening(
      .init(
        storyId: "moon", startedAt: at("2026-11-19T13:00:00Z"), endedAt: at("2026-11-19T13:10:00Z"), completed: true),
      ada)
    #expect(try await latest(ada).endedAt == at("2026-11-19T13:10:00Z"))
    _ = try await rig.handlers.saveEntry(.init(workId: "b", status: .finished), ada)
    #expect(try await latest(ada).title == "A")
  }
}
