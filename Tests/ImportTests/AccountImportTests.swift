import API
import Chronology
import Domain
import Foundation
import Proto
import RandomHistory
import SeededRandom
import Testing

@testable import Import

@Suite("Importing an account document")
struct AccountImportTests {
  @Test("import(export(x)) = x for random histories, and a second import adds nothing", arguments: 1...10)
  func property(number: Int) async throws {
    let seed = repeatedTestSeed() ?? firstTestSeed() &+ UInt64(number)
    let rig = try await AccountRig()
    var history = rig.history("ada", seed: seed)
    try await history.live(steps: 400)
    let document = try await rig.export("ada")
    let dry = try await rig.importing(document, into: "eve", isDryRun: true)
    #expect(dry.rejected == 0 && dry.added > 40, "seed \(seed): \(dry)")
    // The account is newer than the imported history.
    _ = try await rig.call(SessionAPI.FetchProfile(), as: "eve")
    let first = try await rig.importing(document, into: "eve")
    #expect(first == dry, "seed \(seed): \(first.problems.prefix(3))")
    let copy = try await rig.export("eve")
    let difference = try ComparedDocument(document).difference(to: try ComparedDocument(copy))
    #expect(difference == nil, "seed \(seed): \(difference ?? "")")
    #expect(try await rig.findings("eve").isEmpty, "seed \(seed)")
    let again = try await rig.importing(document, into: "eve")
    #expect(again.added == 0 && again.rejected == 0 && again.alreadyThere == first.added, "seed \(seed): \(again)")
    #expect(try await rig.importing(copy, into: "ada").added == 0, "seed \(seed): back to where it came from")
  }

  @Test("A later document adds the events since the last import, and an interrupted import continues")
  func later() async throws {
    let rig = try await AccountRig()
    var history = rig.history("ada", seed: 7)
    try await history.live(steps: 150)
    let early = try await rig.export("ada")
    try await history.live(steps: 150)
    let late = try await rig.export("ada")
    let first = try await rig.importing(early, into: "eve")
    let second = try await rig.importing(late, into: "eve")
    #expect(first.added > 0 && second.added > 0 && second.alreadyThere == first.added && second.rejected == 0)
    let copy = try await rig.export("eve")
    let difference = try ComparedDocument(late).difference(to: try ComparedDocument(copy))
    #expect(difference == nil, "\(difference ?? "")")
    #expect(try await rig.importing(early, into: "eve").added == 0, "the older document takes nothing back")
  }

  @Test("Keeps values that the user has set and adds the others")
  func ownValues() async throws {
    let rig = try await AccountRig()
    let start = AccountRig.now + -90_000
    for (user, title) in [("ada", "Theirs"), ("eve", "Own")] {
      _ = try await rig.call(SessionAPI.SaveWork(Work(id: "w", title: title)), as: user)
      _ = try await rig.call(SessionAPI.SaveGoal(type: "annualReading", target: user == "ada" ? 20 : 30), as: user)
    }
    _ = try await rig.call(SessionAPI.SaveEntry(workId: "w", status: .reading, currentPage: 3), as: "ada")
    _ = try await rig.call(
      SessionAPI.RecordReading(
        ReadingSession(workId: "w", startedAt: start, endedAt: start + 60, startPage: 0, endPage: 9)), as: "ada")
    _ = try await rig.call(SessionAPI.StartTimer(workId: "w"), as: "ada", at: start + 5_000)
    _ = try await rig.call(SessionAPI.StopTimer(endPage: 40), as: "ada", at: start + 6_000)
    // The other account's own timer is running and keeps running.
    _ = try await rig.call(SessionAPI.SaveEntry(workId: "w", status: .reading, currentPage: 77), as: "eve")
    _ = try await rig.call(SessionAPI.StartTimer(workId: "w"), as: "eve")
    let report = try await rig.importing(try await rig.export("ada"), into: "eve")
    #expect(report.byKind["reading"] == .init(added: 2, alreadyThere: 0, rejected: 1), "\(report)")
    #expect(report.problems.first?.reason.contains("a timer is already running; stop or discard it first") == true)
    #expect(report.byKind["works"] == .init(added: 0, alreadyThere: 1, rejected: 0))
    #expect(report.byKind["goals"] == .init(added: 0, alreadyThere: 1, rejected: 0))
    #expect(try await rig.call(SessionAPI.FetchWork(id: "w"), as: "eve").title == "Own")
    #expect(try await rig.call(SessionAPI.FetchTimer(), as: "eve").active?.startedAt == AccountRig.now)
    let sessions = try await rig.call(SessionAPI.ListReadingSessions(), as: "eve").items
    #expect(sessions.map(\.endPage) == [40, 9])
    #expect(try await rig.findings("eve").isEmpty)
  }

  @Test("Imports a timer that started on a page after the last page of the book")
  func pageBehindTheLast() async throws {
    let rig = try await AccountRig()
    let start = AccountRig.now + -10_000
    _ = try await rig.call(SessionAPI.SaveWork(Work(id: "w", title: "Long", pageCount: 300)), as: "ada")
    _ = try await rig.call(SessionAPI.SaveEntry(workId: "w", status: .reading, currentPage: 200), as: "ada")
    _ = try await rig.call(SessionAPI.SaveWork(Work(id: "w", title: "Short", pageCount: 120)), as: "ada")
    _ = try await rig.call(SessionAPI.StartTimer(workId: "w"), as: "ada", at: start)
    _ = try await rig.call(SessionAPI.StopTimer(endPage: 120), as: "ada", at: start + 600)
    _ = try await rig.call(SessionAPI.StartTimer(workId: "w", startPage: 7), as: "ada", at: start + 5_000)
    let report = try await rig.importing(try await rig.export("ada"), into: "eve")
    #expect(report.rejected == 0 && report.problems.isEmpty, "\(report)")
    let sessions = try await rig.call(SessionAPI.ListReadingSessions(), as: "eve").items
    #expect(sessions.map(\.startPage) == [200] && sessions.map(\.endPage) == [120])
    #expect(try await rig.call(SessionAPI.FetchTimer(), as: "eve").active?.startPage == 7)
  }

  @Test("Imports edits and stops that only changed the page")
  func pageTurners() async throws {
    let rig = try await AccountRig()
    let start = AccountRig.now + -10_000
    func turn(to page: Int, at: Instant) async throws {
      _ = try await rig.call(
        SessionAPI.SaveEntry(workId: "w", status: .reading, currentPage: page), as: "ada", at: at)
    }
    func readOnce() async throws -> String {
      _ = try await rig.call(SessionAPI.StartTimer(workId: "w", startPage: 1), as: "ada", at: start)
      return try await rig.call(SessionAPI.StopTimer(endPage: 40), as: "ada", at: start).value.session.id
    }
    _ = try await rig.call(SessionAPI.SaveWork(Work(id: "w", title: "W")), as: "ada", at: start)
    try await turn(to: 0, at: start)
    let id = try await readOnce()
    for again in [0, 1] {
      try await turn(to: 7, at: start + 60)
      if again == 0 {
        #expect(try await readOnce() == id)
      } else {
        _ = try await rig.call(SessionAPI.PatchReadingSession(id: id), as: "ada", at: start + 120)
      }
      #expect(try await rig.call(SessionAPI.FetchEntry(workId: "w"), as: "ada").currentPage == 40)
    }
    let document = try await rig.export("ada")
    let report = try await rig.importing(document, into: "eve")
    #expect(report.rejected == 0, "\(report)")
    let copy = try await rig.export("eve")
    let difference = try ComparedDocument(document).difference(to: try ComparedDocument(copy))
    #expect(difference == nil, "\(difference ?? "")")
    #expect(try await rig.importing(document, into: "eve").added == 0)
    #expect(try await rig.findings("eve").isEmpty)
  }

  @Test("A call as of a future instant counts as made now")
  func future() async throws {
    let rig = try await AccountRig()
    _ = try await rig.call(SessionAPI.SaveStory(id: "s", title: "S", estimatedDuration: 60), as: "ada", at: .latestText)
    #expect(try await rig.call(SessionAPI.FetchStory(id: "s"), as: "ada").createdAt == AccountRig.now)
  }
}
