import Foundation
import Testing

@testable import WaymarkClient

@MainActor
@Suite("Stored values during a request")
struct KeptValuesTests {
  private let time = ManualTime()
  private let server: TestServer
  private let scratch: ScratchDirectory

  init() throws {
    server = TestServer(time: time)
    server.addStory("s1")
    scratch = try ScratchDirectory()
  }

  private func repository() -> ReadingJourneyRepository {
    ReadingJourneyRepository(client: server.client(), lastKnown: scratch.answers)
  }

  @Test("Shows a stored value with its age after a restart while the server is slow")
  func immediate() async {
    await ReadingJourneyModel(repository: repository()).load()
    time.advance(bySeconds: 7_200)
    server.addStory("s2")
    let gate = Gate()
    server.hold(at: gate)
    let model = ReadingJourneyModel(repository: repository())
    let load = Task { await model.load() }
    await gate.untilArrived(1)
    guard case .refreshing(let kept) = model.summary else {
      Issue.record("\(model.summary)")
      return
    }
    #expect(kept.freshness == .kept && kept.totalStories == 1)
    #expect(kept.ageSeconds(at: time.now) == 7_200 && !kept.isOffline)
    gate.open()
    await load.value
    #expect(model.summary.answer?.freshness == .live && model.summary.value?.totalStories == 2)
  }

  @Test("Shows stored values while requests are retried")
  func whileRetrying() async {
    await ReadingJourneyModel(repository: repository()).load()
    for _ in 0..<40 { server.failNext(.respond(.problem(503))) }
    let model = ReadingJourneyModel(repository: repository())
    let load = Task { await model.load() }
    await time.untilSleeping()
    #expect(model.summary.value?.totalStories == 1 && model.summary.isBusy)
    load.cancel()
    await load.value
    #expect(model.summary.value?.totalStories == 1 && !model.summary.isBusy)
  }

  @Test("Returns a fresh value without a request and without a stored value")
  func fresh() async throws {
    let repository = repository()
    _ = try await repository.fetchSummary()
    var shown: [Freshness] = []
    _ = try await repository.fetchSummary { shown.append($0.freshness) }
    #expect(shown.isEmpty)
    _ = try await repository.fetchSummary(forceRefresh: true) { shown.append($0.freshness) }
    #expect(shown == [.kept])
  }

  @Test("Every screen shows its stored values at once")
  func everyScreen() async {
    server.stub("GET rucks/analytics?period=monthly", RuckBodies.analytics())
    server.stub("GET rucks/records", RuckBodies.records)
    let before = AnalyticsViewModel(
      repository: AnalyticsRepository(client: server.client(), lastKnown: scratch.answers))
    await before.loadAllAnalyticsData()
    let gate = Gate()
    server.hold(at: gate)
    let after = AnalyticsViewModel(repository: AnalyticsRepository(client: server.client(), lastKnown: scratch.answers))
    let load = Task { await after.loadAllAnalyticsData() }
    // The others start as soon as the first section shows a value.
    await gate.untilArrived(5)
    #expect(after.analytics.answer?.freshness == .kept && after.records.answer?.freshness == .kept)
    gate.open()
    await load.value
    #expect(after.records.answer?.freshness == .live)
  }

  @Test("A second user never sees stored values of the first")
  func anotherUser() async throws {
    let address = try #require(URL(string: "https://journey.test"))
    let ada = AccountFiles(in: scratch.url, server: address, user: "ada")
    let first = ReadingJourneyRepository(client: server.client(), lastKnown: ada.lastKnown, queue: try ada.queue())
    _ = try await first.fetchSummary()
    server.setOffline(true)
    #expect(try await first.reportSession(report()) == .queued)
    let other = AccountFiles(in: scratch.url, server: address, user: "Ada")
    #expect(other.directory != ada.directory)
    let second = ReadingJourneyRepository(client: server.client(), lastKnown: other.lastKnown)
    await #expect(throws: APIError.networkUnavailable) { try await second.fetchSummary() }
    #expect(try await other.queue().isEmpty)

    await first.discardEverything()
    try ada.removeAll()
    let again = ReadingJourneyRepository(client: server.client(), lastKnown: ada.lastKnown)
    await #expect(throws: APIError.networkUnavailable) { try await again.fetchSummary() }
    #expect(try await ada.queue().isEmpty)
    try ada.removeAll()
    try ada.removeAll()
  }

  @Test("Each account has a separate directory that is not inside another one")
  func folders() throws {
    let servers = ["https://a.org", "https://a.org/b"].compactMap(URL.init(string:))
    let users = [
      "ada", "Ada", "ada ", "a:d|a", String(repeating: "x", count: 128), String(repeating: "x", count: 127), ".",
    ]
    let folders = servers.flatMap { server in
      users.map { AccountFiles(in: scratch.url, server: server, user: $0).directory.path }
    }
    #expect(Set(folders.map { $0.lowercased() }).count == folders.count)
    #expect(folders.allSatisfy { $0.split(separator: "/").allSatisfy { $0.utf8.count <= 255 } })
    for folder in folders { #expect(!folders.contains { $0 != folder && $0.hasPrefix(folder + "/") }) }
  }

  @Test("Stores the library, the timer and the sessions of each work for offline use")
  func reading() async throws {
    let server = ScriptedServer(time: time) { request in
      switch ScriptedServer.call(request) {
      case "GET reading/timer": .json(200, #"{"active":null}"#)
      case "GET reading/sessions" where request.url.query == "workId=Dawn":
        .json(
          200,
          """
          {"items":[{"id":"r1","workId":"Dawn","date":"2026-11-20","startedAt":"2026-11-20T10:00:00Z",
          "endedAt":"2026-11-20T10:30:00Z","durationMinutes":30,"startPage":1,"endPage":9,"pagesRead":8,
          "readingPace":16,"enrichmentPromptShown":true,"enrichmentCompleted":false}],"nextCursor":null}
          """)
      default: .json(200, #"{"items":[],"nextCursor":null}"#)
      }
    }
    let online = ReadingRepository(client: server.client(), lastKnown: scratch.answers)
    #expect(try await online.fetchHistory(of: "Dawn").items.count == 1)
    #expect(try await online.fetchHistory(of: "dawn").items.isEmpty)
    _ = try await online.fetchLibrary(.reading)
    #expect(try await online.fetchTimer().value == nil)
    server.setOffline(true)
    let offline = ReadingRepository(client: server.client(), lastKnown: scratch.answers)
    #expect(try await offline.fetchHistory(of: "Dawn").items.count == 1)
    #expect(try await offline.fetchHistory(of: "dawn").items.isEmpty)
    #expect(try await offline.fetchLibrary(.reading).isOffline)
    await #expect(throws: APIError.networkUnavailable) { try await offline.fetchLibrary() }
    #expect(try await offline.fetchTimer().isOffline)
    await offline.discardEverything()
    await #expect(throws: APIError.networkUnavailable) { try await offline.fetchTimer() }
  }

  @Test("Stores the reads of each work and of each year for offline use")
  func reads() async throws {
    let server = ScriptedServer(time: time) { request in
      switch ScriptedServer.call(request) {
      case "GET library/Dawn/reads": .json(200, ReadBodies.page(ReadBodies.read("r1")))
      case "GET reads" where request.url.query == "limit=200&year=2019":
        .json(200, ReadBodies.page(ReadBodies.read("r2")))
      default: .json(200, #"{"items":[],"nextCursor":null}"#)
      }
    }
    let online = ReadingRepository(client: server.client(), lastKnown: scratch.answers)
    _ = try await online.fetchReads(of: "Dawn")
    #expect(try await online.fetchReads(of: "dawn").items.isEmpty)
    _ = try await online.fetchFinishedReads(of: 2019)
    _ = try await online.fetchFinishedReads()
    server.setOffline(true)
    let offline = ReadingRepository(client: server.client(), lastKnown: scratch.answers)
    #expect(try await offline.fetchReads(of: "Dawn").items.map(\.id) == ["r1"])
    #expect(try await offline.fetchReads(of: "dawn").items.isEmpty)
    #expect(try await offline.fetchFinishedReads(of: 2019).items.map(\.id) == ["r2"])
    #expect(try await offline.fetchFinishedReads().items.isEmpty)
    await offline.discardEverything()
    await #expect(throws: APIError.networkUnavailable) { try await offline.fetchReads(of: "Dawn") }
  }

  @Test("Entries, reads and sessions keep their titles, authors and pages offline, after a restart")
  func titles() async throws {
    let session = """
      {"id":"r1","workId":"dawn","title":"Dawn","date":"2026-11-20","startedAt":"2026-11-20T10:00:00Z",
       "endedAt":"2026-11-20T10:30:00Z","durationMinutes":30,"startPage":1,"endPage":9,"pagesRead":8,
       "readingPace":16,"enrichmentPromptShown":true,"enrichmentCompleted":false}
      """
    let server = ScriptedServer(time: time) { request in
      switch ScriptedServer.call(request) {
      case "GET library": .json(200, ReadBodies.page(ReadBodies.entry()))
      case "GET library/dawn": .json(200, ReadBodies.entry())
      case "GET library/dawn/reads", "GET reads": .json(200, ReadBodies.page(ReadBodies.read("r1")))
      case "GET matches": .json(200, ReadBodies.page(ReadBodies.match("s1")))
      default: .json(200, ReadBodies.page(session))
      }
    }
    func loaded() async throws -> [(title: String?, authors: [String]?, pages: Int?, isOffline: Bool)] {
      let repository = ReadingRepository(client: server.client(), lastKnown: scratch.answers)
      let library = try await repository.fetchLibrary()
      let entry = try await repository.fetchEntry(of: "dawn")
      let reads = try await repository.fetchReads(of: "dawn")
      let finished = try await repository.fetchFinishedReads()
      let history = try await repository.fetchHistory(of: "dawn")
      let matches = try await repository.fetchMatches()
      return [
        (library.items.first?.title, library.items.first?.authors, library.items.first?.pageCount, library.isOffline),
        (entry.value?.title, entry.value?.authors, entry.value?.pageCount, entry.isOffline),
        (reads.items.first?.title, reads.items.first?.authors, 248, reads.isOffline),
        (finished.items.first?.title, finished.items.first?.authors, 248, finished.isOffline),
        (history.items.first?.title, ["Octavia E. Butler"], 248, history.isOffline),
        (matches.items.first?.work?.title, matches.items.first?.work?.authors, 248, matches.isOffline),
      ]
    }
    #expect(try await loaded().allSatisfy { !$0.isOffline })
    server.setOffline(true)
    for (place, kept) in try await loaded().enumerated() {
      #expect(kept == ("Dawn", ["Octavia E. Butler"], 248, true), "value \(place)")
    }
  }

  @Test("A file that an earlier version stored without titles is still shown")
  func withoutTitles() async throws {
    let server = ScriptedServer(time: time) { _ in .json(200, "{}") }
    server.setOffline(true)
    let folder = scratch.url.appendingPathComponent("answers")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let stored = """
      {"value":\(ReadBodies.page(ReadBodies.earlierEntry(status: "finished"))),"fetchedAt":"2026-11-19T10:00:00Z"}
      """
    try Data(stored.utf8).write(to: folder.appendingPathComponent("library,limit=200.answer.json"))
    let library = try await ReadingRepository(client: server.client(), lastKnown: scratch.answers).fetchLibrary()
    #expect(library.isOffline && library.items.map(\.workId) == ["dawn"] && library.items.first?.title == nil)
    #expect(library.asOf == instant("2026-11-19T10:00:00Z"))
  }

  @Test("Stores each diversity request for offline use")
  func diversity() async throws {
    let server = ScriptedServer(time: time) { request in
      switch ScriptedServer.call(request) {
      case "GET diversity/stats": .problem(500)
      case "GET diversity/missing": .json(200, DiversityBodies.missing)
      default: .json(200, DiversityBodies.radar())
      }
    }
    let online = DiversityRepository(client: server.client(), lastKnown: scratch.answers)
    _ = try await online.fetchRadar()
    _ = try await online.fetchWorksMissing(.gender)
    await #expect(throws: APIError.self) { try await online.fetchStats(for: .year) }
    server.setOffline(true)
    let offline = DiversityRepository(client: server.client(), lastKnown: scratch.answers)
    #expect(try await offline.fetchRadar().isOffline)
    #expect(try await offline.fetchWorksMissing(.gender).value.count == 2)
    await #expect(throws: APIError.networkUnavailable) { try await offline.fetchWorksMissing() }
    await #expect(throws: APIError.networkUnavailable) { try await offline.fetchRadar(for: .year) }
    await offline.discardEverything()
    await #expect(throws: APIError.networkUnavailable) { try await offline.fetchRadar() }
  }
}
