import API
import Chronology
import Domain
import Proto
import SeededRandom
import Testing

@testable import SessionSvc

/// Random commands of a reader, compared with entries that are recomputed from all sessions.
struct ReadingModelTests {
  private struct Model {
    struct Key: Hashable {
      var work: String
      var start: Instant
    }
    var sessions: [Key: ReadingSession] = [:]
    /// Entries with the current page of the last PUT or session write.
    var pages: [String: Int] = [:]

    mutating func wrote(_ work: String) {
      guard pages[work] != nil else { return }
      let last = sessions.values.filter { $0.workId == work }.max {
        ($0.endedAt, $0.startedAt) < ($1.endedAt, $1.startedAt)
      }
      if let last { pages[work] = last.endPage }
    }
  }

  @Test("Entries, totals and history match the slow model", arguments: 1...4)
  func slowModel(seed: Int) async throws {
    var random = SplitMix(seed: UInt64(seed))
    let rig = try SessionRig()
    let ada = CallerContext(user: "ada")
    let handlers = rig.handlers
    var model = Model()
    let works = ["a", "b", "c"]
    for work in works { _ = try await handlers.saveWork(.init(Work(id: work, title: work)), ada) }
    for step in 0..<160 {
      rig.clock.now = rig.clock.now + Int64.random(in: 1...4_000, using: &random)
      let work = try #require(works.randomElement(using: &random))
      switch Int.random(in: 0..<10, using: &random) {
      case 0...1:
        let page = Bool.random(using: &random) ? Int.random(in: 0...300, using: &random) : nil
        _ = try await handlers.saveEntry(.init(workId: work, status: .reading, currentPage: page), ada)
        model.pages[work] = page ?? model.pages[work] ?? 0
      case 2:
        let known = model.pages[work] != nil
        let rejection = await fault { _ = try await handlers.deleteEntry(.init(workId: work), ada) }
        #expect((rejection == nil) == known, "seed \(seed), step \(step)")
        model.pages[work] = nil
      case 3...4: try await readByTimer(work, handlers, ada, &model, rig, &random)
      case 5:
        guard
          let session = model.sessions.values.sorted(by: { $0.startedAt < $1.startedAt }).randomElement(using: &random)
        else { continue }
        let id = SessionIdentifier(workId: session.workId, startedAt: session.startedAt).text
        if Bool.random(using: &random) {
          _ = try await handlers.deleteReadingSession(.init(id: id), ada)
          model.sessions[.init(work: session.workId, start: session.startedAt)] = nil
        } else {
          let page = Int.random(in: 0...300, using: &random)
          _ = try await handlers.patchReadingSession(.init(id: id, endPage: .set(page)), ada)
          model.sessions[.init(work: session.workId, start: session.startedAt)]?.endPage = page
          if page == session.endPage { continue }
        }
        model.wrote(session.workId)
      default:
        let start = rig.clock.now + -Int64.random(in: 3_600...90_000, using: &random) / 600 * 600
        let session = ReadingSession(
          workId: work, startedAt: start, endedAt: start + Int64.random(in: 0...60, using: &random) * 60,
          startPage: Int.random(in: 0...300, using: &random), endPage: Int.random(in: 0...300, using: &random))
        let written = try await handlers.recordReading(.init(session), ada)
        let key = Model.Key(work: work, start: start)
        #expect(written.created == (model.sessions[key] == nil))
        guard model.sessions[key].map({ $0.endedAt < session.endedAt }) ?? true else { continue }
        model.sessions[key] = session
        model.wrote(work)
      }
      try await compare(works, handlers, ada, model, "seed \(seed), step \(step)")
    }
  }

  private func readByTimer(
    _ work: String, _ handlers: SessionHandlers, _ caller: CallerContext, _ model: inout Model, _ rig: SessionRig,
    _ random: inout SplitMix
  ) async throws {
    guard let page = model.pages[work] else {
      #expect(await fault { _ = try await handlers.startTimer(.init(workId: work), caller) }?.code == .invalid)
      return
    }
    let timer = try await handlers.startTimer(.init(workId: work), caller).value
    #expect(timer.startPage == page)
    #expect(await fault { _ = try await handlers.startTimer(.init(workId: work), caller) }?.code == .conflict)
    rig.clock.now = rig.clock.now + Int64.random(in: 0...7_200, using: &random)
    let end = Int.random(in: 0...300, using: &random)
    let stopped = try await handlers.stopTimer(.init(endPage: end), caller).value
    #expect(stopped.prompt?.dimension == .culturalOrigin && stopped.session.enrichmentPromptShown)
    model.sessions[.init(work: work, start: timer.startedAt)] = ReadingSession(
      workId: work, startedAt: timer.startedAt, endedAt: stopped.session.endedAt, startPage: page, endPage: end)
    model.wrote(work)
  }

  private func compare(
    _ works: [String], _ handlers: SessionHandlers, _ caller: CallerContext, _ model: Model, _ place: String
  ) async throws {
    let entries = try await handlers.listLibrary(.init(), caller).decoded().items
    #expect(entries.map(\.workId) == model.pages.keys.sorted(), "\(place)")
    for entry in entries {
      let sessions = model.sessions.values.filter { $0.workId == entry.workId }
      let minutes = sessions.reduce(0) { $0 + Int(($1.endedAt - $1.startedAt) / 60) }
      let pages = sessions.reduce(0) { $0 + max(0, $1.endPage - $1.startPage) }
      #expect(entry.currentPage == model.pages[entry.workId], "\(place)")
      #expect(entry.sessionCount == sessions.count && entry.totalReadingMinutes == minutes, "\(place)")
      #expect(entry.averageReadingPace == (minutes == 0 ? nil : Double(pages) / Double(minutes) * 60), "\(place)")
    }
    for work in works {
      let listed = try await handlers.listReadingSessions(.init(workId: work, limit: 200), caller).decoded().items
      let expected = model.sessions.values.filter { $0.workId == work }.sorted { $0.startedAt > $1.startedAt }
      #expect(listed.map(\.startedAt) == expected.map(\.startedAt), "\(place)")
      #expect(listed.map(\.endPage) == expected.map(\.endPage), "\(place)")
    }
  }
}
