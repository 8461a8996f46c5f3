import Chronology
import Domain
import SlowModels

/// The facts of a user's reading in the simplest form. Every query scans all of them.
struct SlowDiversity {
  struct Reading: Hashable {
    var workId: String
    var startedAt: Instant
  }

  struct Prompt: Hashable {
    var dimension: DiversityDimension
    var state: FoundPrompt.State
  }

  var works: [String: Work] = [:]
  var shelf = SlowShelf()
  var sessions: [Reading: ReadingSession] = [:]
  var prompts: [Reading: Prompt] = [:]
  var values: [String: [DiversityDimension: String]] = [:]
  var awards: [DiversityAward] = []
  var targets = SlowTargets()
  var settings = SlowSettings()

  var calendar: LocalCalendar { settings.calendar }

  mutating func apply(_ event: Event) {
    shelf.apply(event)
    switch event {
    case .account(.profileChanged(let event)): settings.apply(event, TestZones.shared)
    case .goals(let event): targets.apply(event)
    case .reading(.workSaved(let event)): works[event.work.id] = event.work
    case .reading(.workRemoved(let event)):
      works[event.work.id] = nil
      values[event.work.id] = nil
      prompts = prompts.filter { $0.key.workId != event.work.id }
    case .reading(.entrySaved): break
    case .reading(.entryRemoved(let event)):
      prompts = prompts.filter { $0.key.workId != event.entry.workId || $0.value.state != .open }
    case .reading(.recorded(let event)): sessions[key(event.session)] = event.session
    case .reading(.changed(let event)): sessions[key(event.new)] = event.new
    case .reading(.removed(let event)):
      sessions[key(event.session)] = nil
      prompts[key(event.session)] = nil
    case .diversity(.valueSet(let event)): set(event)
    case .diversity(.valueCleared(let event)): values[event.workId]?[event.dimension] = nil
    case .diversity(.promptOpened(let event)):
      prompts[Reading(workId: event.workId, startedAt: event.startedAt)] = Prompt(
        dimension: event.dimension, state: .open)
    case .diversity(.promptAnswered(let event)):
      prompts[Reading(workId: event.answer.workId, startedAt: event.startedAt)]?.state = .answered
      set(event.answer)
    case .diversity(.promptSkipped(let event)):
      prompts[Reading(workId: event.workId, startedAt: event.startedAt)]?.state = .skipped
    case .reading(.timerStarted), .reading(.timerStopped), .reading(.timerDiscarded): break
    case .account(.opened), .account(.unlocksDated), .catalogue, .listening, .rucks, .shares, .connections, .covers:
      break
    }
  }

  private func key(_ session: ReadingSession) -> Reading {
    Reading(workId: session.workId, startedAt: session.startedAt)
  }

  private mutating func set(_ event: DiversityValueSet) {
    values[event.workId, default: [:]][event.dimension] = event.value
    guard event.points > 0 else { return }
    awards.append(
      DiversityAward(
        workId: event.workId, dimension: event.dimension, points: event.points, awardedAt: event.at))
  }

  func isAwarded(_ workId: String, _ dimension: DiversityDimension) -> Bool {
    awards.contains { $0.workId == workId && $0.dimension == dimension }
  }

  func value(_ workId: String, _ dimension: DiversityDimension) -> String? {
    switch dimension {
    case .language: works[workId]?.language
    case .timePeriod:
      works[workId]?.publishedYear.map { $0 < 1950 ? "Classic" : $0 <= 1999 ? "Historical" : "Contemporary" }
    default: values[workId]?[dimension]
    }
  }

  /// Returns the works of a period: a session touches it in some minute, or it contains the end of a finished work.
  func books(_ period: StatsPeriod, now: Instant) -> [String] {
    let calendar = calendar
    func name(_ instant: Instant) -> String {
      let day = calendar.day(of: instant).description
      return String(day.prefix(period == .year ? 4 : 7))
    }
    guard period != .allTime else { return shelf.entries.keys.sorted() }
    let length = period == .year ? 4 : 7
    let finished = Set(
      shelf.finishes(calendar).filter { $0.isOn(calendar) { $0.description.prefix(length) == name(now) } }
        .map(\.workId))
    let current = name(now)
    return shelf.entries.values.filter { entry in
      if finished.contains(entry.workId) { return true }
      return sessions.values.contains { session in
        guard session.workId == entry.workId else { return false }
        if session.startedAt == session.endedAt { return name(session.startedAt) == current }
        return stride(from: session.startedAt.seconds, to: session.endedAt.seconds, by: 60)
          .contains { name(Instant(seconds: $0)) == current } || name(session.endedAt + -1) == current
      }
    }.map(\.workId).sorted()
  }

  func breakdown(_ dimension: DiversityDimension, of books: [String]) -> [String: Int] {
    Dictionary(books.compactMap { value($0, dimension).map { ($0, 1) } }, uniquingKeysWith: +)
  }
}
