import API
import Chronology
import Domain
import Proto
import Testing

@testable import SessionSvc

@Suite struct ListTests {
  @Test("Lists sessions newest first, and pages are stable while others write")
  func paging() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    _ = try await rig.handlers.saveStory(.init(id: "sun", title: "Sun", estimatedDuration: 600), ada)
    for n in 0..<6 {
      for story in ["moon", "sun"] {
        _ = try await rig.handlers.recordListening(
          ListeningTests.report(10, story: story, start: ListeningTests.start + Int64(n * 60)), ada)
      }
    }
    let all = try await rig.handlers.listListeningSessions(.init(), ada).decoded().items
    #expect(all.count == 12)
    #expect(all.map(\.startedAt) == all.map(\.startedAt).sorted(by: >))
    var seen: [SessionAPI.ListeningSessionReply] = []
    var cursor: String?
    repeat {
      let page = try await rig.handlers.listListeningSessions(.init(limit: 5, cursor: cursor), ada).decoded()
      seen += page.items
      cursor = page.nextCursor
      _ = try await rig.handlers.recordListening(
        ListeningTests.report(10, start: ListeningTests.start + Int64(1_000 + seen.count)), ada)
    } while cursor != nil
    #expect(seen == all)
    let moons = try await rig.handlers.listListeningSessions(.init(storyId: "sun", limit: 4), ada).decoded()
    #expect(moons.items == Array(all.filter { $0.storyId == "sun" }.prefix(4)))
    let rest = try await rig.handlers.listListeningSessions(.init(storyId: "sun", cursor: moons.nextCursor), ada)
      .decoded()
    #expect(moons.items + rest.items == all.filter { $0.storyId == "sun" })
  }

  @Test("A page of the longest works is shortened to a frame, and paging continues")
  func longWorks() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let texts = Array(repeating: String(repeating: "😀", count: 500), count: 50)
    let ids = (10..<32).map { "work-\($0)" }
    for id in ids {
      let work = Work(id: id, title: "Long", authors: texts, genres: texts)
      _ = try await rig.handlers.saveWork(.init(work), ada)
    }
    var seen: [String] = []
    var cursor: String?
    repeat {
      let page = try await rig.handlers.listWorks(.init(limit: 200, cursor: cursor), ada).decoded()
      #expect(try CBOREncoder.encode(page).count < 4 << 20)
      #expect(!page.items.isEmpty)
      seen += page.items.map(\.id)
      cursor = page.nextCursor
    } while cursor != nil
    #expect(seen == ids)
  }

  enum Kind: CaseIterable { case listening, reading, readingOfAWork, rucks }

  @Test("Filters by the user's local day of the start", arguments: Kind.allCases)
  func days(kind: Kind) async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    _ = try await rig.handlers.saveProfile(.init(timezone: "America/New_York", dayStart: 4, since: "always"), ada)
    _ = try await rig.handlers.saveWork(.init(Work(id: "dune", title: "Dune")), ada)
    // 03:59 and 04:00 in New York, and half an hour before the next day.
    let starts = ["2026-11-18T08:59:59Z", "2026-11-18T09:00:00Z", "2026-11-19T08:30:00Z", "2026-11-19T09:00:00Z"]
    for start in starts.map(at) {
      switch kind {
      case .listening: _ = try await rig.handlers.recordListening(ListeningTests.report(7_200, start: start), ada)
      case .reading, .readingOfAWork:
        let session = ReadingSession(workId: "dune", startedAt: start, endedAt: start + 60, startPage: 1, endPage: 2)
        _ = try await rig.handlers.recordReading(.init(session), ada)
      case .rucks:
        let ruck = Ruck(startedAt: start, endedAt: start + 60, distance: 100, loadWeight: 10)
        _ = try await rig.handlers.recordRuck(.init(ruck), ada)
      }
    }
    func listed(_ from: String?, _ to: String?) async throws -> [String] {
      let (from, to) = (from.flatMap { Day($0) }, to.flatMap { Day($0) })
      // Reads two pages, so that a cursor is used within the days.
      var found: [Instant] = []
      var cursor: String?
      repeat {
        switch kind {
        case .listening:
          let page = try await rig.handlers.listListeningSessions(
            .init(from: from, to: to, limit: 2, cursor: cursor), ada
          ).decoded()
          found += page.items.map(\.startedAt)
          cursor = page.nextCursor
        case .reading, .readingOfAWork:
          let work = kind == .reading ? nil : "dune"
          let page = try await rig.handlers.listReadingSessions(
            .init(workId: work, from: from, to: to, limit: 2, cursor: cursor), ada
          ).decoded()
          found += page.items.map(\.startedAt)
          cursor = page.nextCursor
        case .rucks:
          let page = try await rig.handlers.listRucks(.init(from: from, to: to, limit: 2, cursor: cursor), ada)
            .decoded()
          found += page.items.map(\.startedAt)
          cursor = page.nextCursor
        }
      } while cursor != nil
      return found.map(\.description).reversed()
    }
    #expect(try await listed("2026-11-18", "2026-11-18") == Array(starts[1...2]))
    #expect(try await listed(nil, "2026-11-17") == [starts[0]])
    #expect(try await listed("2026-11-19", nil) == [starts[3]])
    #expect(try await listed("2026-11-19", "2026-11-17") == [])
    #expect(try await listed("0001-01-01", "9999-12-31") == starts)
  }

  @Test("Rejects a cursor of another list", arguments: ["aGVybw", "MTIgYSBi", "IA", "MTIgLi4"])
  func cursors(cursor: String) async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let rejected = await fault {
      _ = try await rig.handlers.listListeningSessions(.init(cursor: cursor), ada).decoded()
    }
    #expect(rejected?.fields?.map(\.field) == ["cursor"])
    let anomalies = await fault { _ = try await rig.handlers.listAnomalies(.init(cursor: cursor), ada).decoded() }
    #expect(anomalies?.fields?.map(\.field) == ["cursor"])
  }
}
