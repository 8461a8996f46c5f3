import API
import Chronology
import Domain
import Proto
import Storage
import Testing

@testable import SessionSvc

@Suite("Two hosts on one database", .enabled(if: SessionRig.isOverServer, "requires WAYMARK_TESTS_OVER=postgresql"))
struct TwoHostsTests {
  @Test("A head includes the other host's acknowledged writes")
  func heads() async throws {
    let first = try SessionRig()
    let ada = try await first.begin()
    let second = try SessionRig(sharing: first)
    for n in 0..<Int64(20) {
      let (writer, reader) = n % 2 == 0 ? (first, second) : (second, first)
      _ = try await writer.handlers.recordListening(ListeningTests.report(start: ListeningTests.start + n), ada)
      let (here, there) = (try await writer.head(), try await reader.head())
      #expect(here == there && there.seq == 4 + n)
    }
    #expect(try await JournalAudit(database: second.database).verify("ada")?.findings == [])
  }

  @Test("One of many calls with one key on both hosts runs, and all get its response")
  func keys() async throws {
    let first = try SessionRig()
    _ = try await first.begin()
    let second = try SessionRig(sharing: first)
    for round in 0..<10 {
      let caller = CallerContext(user: "ada", key: "key \(round)", digest: [1])
      let report = ListeningTests.report(start: ListeningTests.start + Int64(round))
      let replies = try await withThrowingTaskGroup(of: Written<SessionAPI.ListeningSessionReply>.self) { group in
        for n in 0..<8 {
          group.addTask { try await (n % 2 == 0 ? first : second).handlers.recordListening(report, caller) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(replies.filter { !$0.replayed }.count == 1)
      #expect(replies.allSatisfy { $0.value == replies[0].value })
    }
    #expect(try await first.head().seq == 13)
  }

  @Test("Both hosts create a new user once")
  func begins() async throws {
    let first = try SessionRig()
    let second = try SessionRig(sharing: first)
    for n in 0..<10 {
      let caller = CallerContext(user: "user-\(n)")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for host in [first, second] {
          for hero in 0..<4 {
            group.addTask { _ = try await host.handlers.saveHero(.init(id: "hero-\(hero)", name: "Mia"), caller) }
          }
        }
        try await group.waitForAll()
      }
      let found = try await JournalAudit(database: first.database).verify("user-\(n)")
      #expect(found?.findings == [])
      #expect(try await second.head("user-\(n)").seq == 5)
    }
  }
}
