import Chronology
import Domain

/// The subject of an event. The histories of a subject in two accounts can be compared.
enum Subject: Hashable, Sendable {
  case profile
  case unlocks
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
  /// Empty for events that are not imported: the creation of an account, unless it is of an earlier version, public
  /// links and connections. Changes of tracks and covers are not imported either: the document contains the tracks and
  /// covers. Timers and prompts belong to their session.
  var subjects: [Subject] {
    switch self {
    case .account(.opened(let event)): event.datesUnlocks == true ? [] : [.unlocks]
    case .account(.unlocksDated): [.unlocks]
    case .shares, .connections, .covers: []
    case .account(.profileChanged): [.profile]
    case .catalogue(let event): [event.subject]
    case .listening(let event): [event.subject]
    case .reading(let event): [event.subject]
    case .rucks(.recorded(let event)): [.ruck(event.ruck.startedAt)]
    case .rucks(.changed(let event)):
      event.old.withoutTrack == event.new.withoutTrack ? [] : [.ruck(event.new.startedAt)]
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

  /// The kind under which the event is counted.
  var kind: ImportReport.Kind {
    switch self {
    case .account, .shares, .connections, .covers: .profile
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

  /// The event without the values that differ between accounts.
  var comparable: Event {
    switch self {
    case .account(.profileChanged(var event)):
      event.profile.createdAt = Instant(seconds: 0)
      return .account(.profileChanged(event))
    case .account(.opened): return .account(.unlocksDated(UnlocksDated(byFacts: false)))
    case .rucks(.recorded(let event)): return .rucks(.recorded(RuckRecorded(ruck: event.ruck.withoutTrack)))
    case .rucks(.changed(let event)):
      return .rucks(.changed(RuckChanged(old: event.old.withoutTrack, new: event.new.withoutTrack)))
    case .rucks(.removed(let event)): return .rucks(.removed(RuckRemoved(ruck: event.ruck.withoutTrack)))
    case .account(.unlocksDated), .catalogue, .listening, .reading, .diversity, .goals, .shares, .connections, .covers:
      return self
    }
  }
}

extension Ruck {
  fileprivate var withoutTrack: Ruck {
    var ruck = self
    ruck.track = nil
    return ruck
  }
}

extension CatalogueEvent {
  fileprivate var subject: Subject {
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
  fileprivate var subject: Subject {
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
  fileprivate var subject: Subject {
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
