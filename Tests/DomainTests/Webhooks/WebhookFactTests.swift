import Chronology
import Testing

@testable import Domain
@testable import DomainModels

@Suite struct WebhookFactTests {
  private let start = Instant(seconds: 1_000_000)

  private func session(_ seconds: Int64, completed: Bool = false) -> ListeningSession {
    ListeningSession(
      storyId: "moon", startedAt: start, endedAt: start + seconds, completed: completed, duration: Double(seconds))
  }

  @Test("A new session and a longer one are reported; a shorter or removed one is not")
  func listening() {
    func facts(_ old: ListeningSession, _ new: ListeningSession) -> [WebhookFact] {
      WebhookFact.facts(of: .listening(.changed(.init(old: old, new: new))))
    }
    #expect(WebhookFact.facts(of: .listening(.recorded(.init(session: session(60))))) == [.listening(session(60))])
    #expect(facts(session(60), session(90)) == [.listening(session(90))])
    #expect(facts(session(60), session(30)) == [])
    #expect(WebhookFact.facts(of: .listening(.removed(.init(session: session(60))))) == [])
    let end = start + 60
    #expect(
      WebhookFact.facts(of: .listening(.recorded(.init(session: session(60, completed: true)))))
        == [.listening(session(60, completed: true)), .heard(storyId: "moon", end)])
    #expect(facts(session(60), session(60, completed: true)) == [.heard(storyId: "moon", end)])
    #expect(facts(session(60, completed: true), session(60, completed: true)) == [])
  }

  @Test("A read that becomes finished is reported once")
  func finished() {
    func facts(_ old: Read?, _ new: Read?) -> [WebhookFact] {
      let entry = LibraryEntry(workId: "dune", status: .finished)
      return WebhookFact.facts(
        of: .reading(.entrySaved(.init(entry: entry, reads: [ReadChange(old: old, new: new)]))))
    }
    let open = Read(id: "r", status: .reading)
    let finished = Read(id: "r", status: .finished, finish: .instant(start))
    #expect(facts(nil, finished) == [.finished(workId: "dune", .instant(start))])
    #expect(facts(open, finished) == [.finished(workId: "dune", .instant(start))])
    #expect(facts(finished, finished) == [])
    #expect(facts(finished, open) == [])
    #expect(facts(finished, nil) == [])
    #expect(facts(open, Read(id: "r", status: .finished)) == [])
    #expect(facts(nil, Read(id: "r", status: .abandoned, finish: .instant(start))) == [])
    var heard = finished
    heard.origin = .listening
    #expect(facts(open, heard) == [])
  }

  @Test("A date counts as its last second, and one that is not known to the day has no end")
  func ends() {
    let calendar = LocalCalendar(zone: .utc)
    func end(_ date: PartialDate) -> Instant? { WebhookFact.finished(workId: "w", .date(date)).end(in: calendar) }
    #expect(end(.day(Day(year: 2026, month: 11, day: 20))) == Instant("2026-11-20T23:59:59Z"))
    #expect(end(.month(year: 2026, month: 11)) == nil && end(.year(2026)) == nil)
  }

  @Test("Sessions, rucks, finished books and answers cause unlocks; a new story does not")
  func causes() {
    let calendar = LocalCalendar(zone: .utc)
    func causes(_ event: Event) -> [UnlockCause] {
      UnlockCause.causes(of: event, recordedAt: start + 5, in: calendar)
    }
    #expect(causes(.listening(.recorded(.init(session: session(60))))) == [UnlockCause(.listening, at: start + 60)])
    let ruck = Ruck(startedAt: start, endedAt: start + 9, distance: 1, loadWeight: 1)
    #expect(causes(.rucks(.recorded(.init(ruck: ruck)))) == [UnlockCause(.rucks, at: start + 9)])
    let story = Story(id: "moon", title: "Moon", estimatedDuration: 60, createdAt: start)
    #expect(causes(.catalogue(.storySaved(.init(story: story)))) == [])
    let read = Read(id: "r", status: .finished, finish: .date(.year(2020)))
    let saved = EntrySaved(entry: LibraryEntry(workId: "w", status: .finished), reads: [ReadChange(new: read)])
    #expect(causes(.reading(.entrySaved(saved))) == [UnlockCause(.reading, at: Instant(seconds: 0))])
  }
}
