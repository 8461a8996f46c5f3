import API
import Chronology
import Domain
import Proto
import Testing

@testable import SessionSvc

@Suite("Current page")
struct CurrentPageTests {
  private let dune = Work(id: "dune", title: "Dune")

  @Test("An edit or stop sets the current page even if the session is unchanged")
  func unchanged() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    func turn(to page: Int) async throws {
      _ = try await rig.handlers.saveEntry(.init(workId: "dune", status: .reading, currentPage: page), ada)
    }
    func page() async throws -> Int { try await rig.handlers.fetchEntry(.init(workId: "dune"), ada).currentPage }
    func readOnce() async throws -> String {
      _ = try await rig.handlers.startTimer(.init(workId: "dune", startPage: 1), ada)
      return try await rig.handlers.stopTimer(.init(endPage: 204), ada).value.session.id
    }
    _ = try await rig.handlers.saveWork(.init(dune), ada)
    try await turn(to: 0)
    let id = try await readOnce()
    #expect(try await page() == 204)

    try await turn(to: 7)
    #expect(try await page() == 7)
    _ = try await rig.handlers.patchReadingSession(.init(id: id, endPage: .set(204)), ada)
    #expect(try await page() == 204)
    try await turn(to: 7)
    _ = try await rig.handlers.patchReadingSession(.init(id: id), ada)
    #expect(try await page() == 204)
    // Within the same second the next timer extends the session.
    try await turn(to: 7)
    #expect(try await readOnce() == id)
    #expect(try await page() == 204)

    // A report without a change does not set the page.
    try await turn(to: 7)
    let known = try await rig.handlers.fetchReadingSession(.init(id: id), ada)
    let same = ReadingSession(
      workId: "dune", startedAt: known.startedAt, endedAt: known.endedAt, startPage: 1, endPage: 300)
    _ = try await rig.handlers.recordReading(.init(same), ada)
    #expect(try await page() == 7)
  }

  @Test("An edit without any change appends no event")
  func nothingNew() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    _ = try await rig.handlers.saveWork(.init(dune), ada)
    let start = rig.clock.now + -7_200
    let report = ReadingSession(workId: "dune", startedAt: start, endedAt: start + 600, startPage: 1, endPage: 20)
    let id = try await rig.handlers.recordReading(.init(report), ada).value.id
    _ = try await rig.handlers.saveEntry(.init(workId: "dune", status: .reading, currentPage: 20), ada)
    let before = try await rig.handlers.fetchHeads(.init(users: ["ada"]), ada).heads
    _ = try await rig.handlers.patchReadingSession(.init(id: id, endPage: .set(20)), ada)
    #expect(try await rig.handlers.fetchHeads(.init(users: ["ada"]), ada).heads == before)
  }
}
