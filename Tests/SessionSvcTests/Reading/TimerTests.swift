import API
import Chronology
import Domain
import Languages
import Proto
import Testing

@testable import SessionSvc

@Suite("Timers within one second")
struct TimerTests {
  @Test("The question after a session is in the language of the call")
  func language() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    _ = try await rig.handlers.saveWork(.init(Work(id: "dune", title: "Dune", pageCount: 900)), ada)
    _ = try await rig.handlers.saveEntry(.init(workId: "dune", status: .reading), ada)
    _ = try await rig.handlers.startTimer(.init(workId: "dune"), ada)
    let stopped = try await rig.handlers.stopTimer(.init(endPage: 10, lang: .german), ada).value
    let prompt = try #require(stopped.prompt)
    #expect(prompt.dimension == .culturalOrigin)
    #expect(prompt.question == "Aus welcher Kultur stammt die Autorin oder der Autor?")
    #expect(prompt.options.first == .init(value: "African", label: "Afrikanisch", icon: "globe.europe.africa"))
  }

  @Test("Timers within one second form one session")
  func oneSecond() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    _ = try await rig.handlers.saveWork(.init(Work(id: "dune", title: "Dune", pageCount: 900)), ada)
    _ = try await rig.handlers.saveEntry(.init(workId: "dune", status: .reading), ada)
    for round in 1...20 {
      let started = try await rig.handlers.startTimer(.init(workId: "dune"), ada).value
      #expect(started.startedAt == rig.clock.now && started.elapsedSeconds == 0)
      let stopped = try await rig.handlers.stopTimer(.init(endPage: round * 10), ada).value
      #expect(stopped.session.startPage == 0 && stopped.session.endPage == round * 10)
      #expect((stopped.prompt == nil) == (round > 1))
    }
    let sessions = try await rig.handlers.listReadingSessions(.init(), ada).decoded().items
    #expect(sessions.count == 1 && sessions[0].pagesRead == 200)
    let entry = try await rig.handlers.fetchEntry(.init(workId: "dune"), ada)
    #expect(entry.currentPage == 200 && entry.sessionCount == 1)
    rig.clock.now = rig.clock.now + 1
    _ = try await rig.handlers.startTimer(.init(workId: "dune"), ada)
    rig.clock.now = rig.clock.now + 600
    let next = try await rig.handlers.stopTimer(.init(endPage: 210), ada).value.session
    #expect(next.startPage == 200 && next.pagesRead == 10)
    #expect(try await rig.handlers.listReadingSessions(.init(), ada).decoded().items.count == 2)
  }

  @Test("Reports invalid arguments first, then a running timer, then other errors")
  func wrongStart() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    _ = try await rig.handlers.saveWork(.init(Work(id: "w", title: "W", pageCount: 300)), ada)
    _ = try await rig.handlers.saveEntry(.init(workId: "w", status: .reading), ada)
    _ = try await rig.handlers.startTimer(.init(workId: "w"), ada)
    for wrong in [SessionAPI.StartTimer(workId: "a b"), .init(workId: "w", startPage: -1)] {
      let fault = await #expect(throws: Fault.self) { try await rig.handlers.startTimer(wrong, ada) }
      #expect(fault?.code == .invalid)
    }
    for second in [SessionAPI.StartTimer(workId: "unknown"), .init(workId: "w", startPage: 301)] {
      let fault = await #expect(throws: Fault.self) { try await rig.handlers.startTimer(second, ada) }
      #expect(fault?.code == .conflict)
    }
  }

  @Test("A stop that names its session does not stop another timer")
  func named() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    _ = try await rig.handlers.saveWork(.init(Work(id: "dune", title: "Dune")), ada)
    _ = try await rig.handlers.saveEntry(.init(workId: "dune", status: .reading), ada)
    let first = try await rig.handlers.startTimer(.init(workId: "dune"), ada).value
    rig.clock.now = rig.clock.now + 60
    let stopped = try await rig.handlers.stopTimer(.init(endPage: 6, sessionId: first.sessionId), ada).value
    #expect(stopped.session.id == first.sessionId)
    let second = try await rig.handlers.startTimer(.init(workId: "dune"), ada).value
    for wrong in [first.sessionId, "", "unknown"] {
      let fault = await #expect(throws: Fault.self) {
        try await rig.handlers.stopTimer(.init(endPage: 9, sessionId: wrong), ada)
      }
      #expect(fault?.code == .conflict)
    }
    #expect(try await rig.handlers.fetchTimer(.init(), ada).active?.sessionId == second.sessionId)
  }

  @Test("A second timer extends the session of the first")
  func extended() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    _ = try await rig.handlers.saveWork(.init(Work(id: "dune", title: "Dune")), ada)
    _ = try await rig.handlers.saveEntry(.init(workId: "dune", status: .reading), ada)
    let begun = rig.clock.now
    _ = try await rig.handlers.startTimer(.init(workId: "dune", startPage: 5), ada)
    _ = try await rig.handlers.stopTimer(.init(endPage: 6), ada)
    _ = try await rig.handlers.startTimer(.init(workId: "dune"), ada)
    rig.clock.now = begun + 600
    let session = try await rig.handlers.stopTimer(.init(endPage: 20), ada).value.session
    #expect(session.startedAt == begun && session.endedAt == begun + 600)
    #expect(session.startPage == 5 && session.endPage == 20)
    #expect(try await rig.handlers.listReadingSessions(.init(), ada).decoded().items.count == 1)
  }
}
