import Chronology
import Domain

/// What an event is about, as far as one account's history of it can be compared with another's.
enum Thing: Hashable, Sendable {
  case profile
  case hero(String)
  case story(String)
  case listening(storyId: String, Instant)
  case work(String)
  case entry(workId: String)
  case reading(workId: String, Instant)
  case value(workId: String, DiversityDimension)
  case ruck(Instant)
  case goal(GoalType)
}

extension Event {
  /// None for what is not imported: the beginning of an account, and public links. A timer and a prompt belong to the
  /// session that they are of.
  var things: [Thing] {
    switch self {
    case .account(.opened), .shares: []
    case .account(.profileChanged): [.profile]
    case .catalogue(let event): [event.thing]
    case .listening(let event): [event.thing]
    case .reading(let event): [event.thing]
    case .rucks(.recorded(let event)): [.ruck(event.ruck.startedAt)]
    case .rucks(.changed(let event)): [.ruck(event.new.startedAt)]
    case .rucks(.removed(let event)): [.ruck(event.ruck.startedAt)]
    case .diversity(.valueSet(let event)): [.value(workId: event.workId, event.dimension)]
    case .diversity(.valueCleared(let event)): [.value(workId: event.workId, event.dimension)]
    case .diversity(.promptOpened(let event)): [.reading(workId: event.workId, event.startedAt)]
    case .diversity(.promptAnswered(let event)):
      [
        .reading(workId: event.answer.workId, event.startedAt),
        .value(workId: event.answer.workId, event.answer.dimension),
      ]
    case .diversity(.promptSkipped(let event)): [.reading(workId: event.workId, event.startedAt)]
    case .goals(.set(let event)): [.goal(event.type)]
    case .goals(.cleared(let event)): [.goal(event.type)]
    }
  }

  /// How it is counted.
  var kind: ImportReport.Kind {
    switch self {
    case .account, .shares: .profile
    case .catalogue(.heroSaved), .catalogue(.heroRemoved): .heroes
    case .catalogue: .stories
    case .listening: .listening
    case .reading(.workSaved), .reading(.workRemoved): .works
    case .reading(.entrySaved), .reading(.entryRemoved): .library
    case .reading: .reading
    case .rucks: .rucks
    case .diversity: .diversity
    case .goals: .goals
    }
  }

  /// The same event of two accounts is equal but for what is the account's own.
  var comparable: Event {
    guard case .account(.profileChanged(var event)) = self else { return self }
    event.profile.createdAt = Instant(seconds: 0)
    return .account(.profileChanged(event))
  }
}

extension CatalogueEvent {
  fileprivate var thing: Thing {
    switch self {
    case .heroSaved(let event): .hero(event.hero.id)
    case .heroRemoved(let event): .hero(event.hero.id)
    case .storySaved(let event): .story(event.story.id)
    case .storyRemoved(let event): .story(event.story.id)
    case .storyFavorited(let event): .story(event.storyId)
    case .storyUnfavorited(let event): .story(event.storyId)
    }
  }
}

extension ListeningEvent {
  fileprivate var thing: Thing {
    let session =
      switch self {
      case .recorded(let event): event.session
      case .changed(let event): event.new
      case .removed(let event): event.session
      }
    return .listening(storyId: session.storyId, session.startedAt)
  }
}

extension ReadingEvent {
  fileprivate var thing: Thing {
    switch self {
    case .workSaved(let event): .work(event.work.id)
    case .workRemoved(let event): .work(event.work.id)
    case .entrySaved(let event): .entry(workId: event.entry.workId)
    case .entryRemoved(let event): .entry(workId: event.entry.workId)
    case .timerStarted(let event): .reading(workId: event.timer.workId, event.timer.startedAt)
    case .timerStopped(let event): .reading(workId: event.timer.workId, event.timer.startedAt)
    case .timerDiscarded(let event): .reading(workId: event.timer.workId, event.timer.startedAt)
    case .recorded(let event): .reading(workId: event.session.workId, event.session.startedAt)
    case .changed(let event): .reading(workId: event.new.workId, event.new.startedAt)
    case .removed(let event): .reading(workId: event.session.workId, event.session.startedAt)
    }
  }
}
