import API
import Chronology
import Domain
import Proto

extension Event {
  /// Returns why the rules reject the event, or nil. A dry run reports it too, and no call is made that would fail.
  func reason(now: Instant) -> String? {
    do throws(Rejection) {
      switch self {
      case .listening(.recorded(let event)):
        let violations = event.session.report.violations(now: now)
        if !violations.isEmpty { throw Rejection(violations) }
      case .reading(.recorded(let event)): return event.session.reason(now: now)
      case .rucks(.recorded(let event)): _ = try RuckRules.outcome(of: event.ruck, known: nil, now: now)
      case .reading(.workSaved(let event)): try LibraryRules.check(event.work)
      case .goals(.set(let event)): try GoalRules.check(target: event.target, for: event.type)
      case .account, .catalogue, .listening, .reading, .rucks, .diversity, .goals, .shares, .connections, .covers: break
      }
      return nil
    } catch {
      return error.reason
    }
  }

  /// The call of a recorded session, which is sent in a batch, and whether it needs its exact instant.
  var batched: (HistoryBatch.Kind, RawCBOR, isExact: Bool)? {
    get throws(Fault) {
      switch self {
      case .listening(.recorded(let event)):
        let (session, report) = (event.session, event.session.report)
        let call = SessionAPI.RecordListening(
          storyId: report.storyId, startedAt: report.startedAt, endedAt: report.endedAt, completed: report.completed,
          duration: report.duration)
        let isExact = !ListeningRules.anomalies(of: session).isEmpty
        return (.listening, RawCBOR(bytes: try CBOREncoder.encode(call)), isExact)
      case .reading(.recorded(let event)):
        return (.reading, RawCBOR(bytes: try CBOREncoder.encode(SessionAPI.RecordReading(event.session))), false)
      case .rucks(.recorded(let event)):
        return (.rucks, RawCBOR(bytes: try CBOREncoder.encode(SessionAPI.RecordRuck(event.ruck))), false)
      case .account, .catalogue, .listening, .reading, .rucks, .diversity, .goals, .shares, .connections, .covers:
        return nil
      }
    }
  }

  /// The kinds of sessions that must be written before this event.
  var touched: [HistoryBatch.Kind] {
    switch self {
    case .catalogue, .listening: [.listening]
    case .reading, .diversity: [.reading]
    case .rucks: [.rucks]
    case .account, .goals, .shares, .connections: HistoryBatch.Kind.allCases
    case .covers: []
    }
  }

  var isRemoval: Bool {
    switch self {
    case .catalogue(.heroRemoved), .catalogue(.storyRemoved), .listening(.removed), .reading(.workRemoved),
      .reading(.entryRemoved), .reading(.removed), .rucks(.removed), .diversity(.valueCleared):
      true
    case .account, .catalogue, .listening, .reading, .rucks, .diversity, .goals, .shares, .connections, .covers: false
    }
  }
}

extension ListeningSession {
  /// The report of a session.
  fileprivate var report: ListeningReport {
    ListeningReport(
      storyId: storyId, startedAt: startedAt, endedAt: endedAt, completed: completed, duration: given ?? duration)
  }
}

extension ReadingSession {
  func reason(now: Instant) -> String? {
    do throws(Rejection) {
      _ = try ReadingRules.outcome(of: self, work: Work(id: workId, title: ""), known: nil, now: now)
      return nil
    } catch {
      return error.reason
    }
  }
}

extension ImportClient {
  /// Repeats the call of an event. An edit sends only the changed members, because the others may no longer be valid.
  /// `anomalies` is the number of anomalies of the event.
  func repeatCall(of event: Event, at: Instant, anomalies: Int) async throws(Fault) {
    switch event {
    case .account(.opened(let event)):
      _ = try await call(SessionAPI.RestoreUnlocks(byFacts: event.datesUnlocks == true), at: at)
    case .account(.unlocksDated(let event)):
      _ = try await call(SessionAPI.RestoreUnlocks(byFacts: event.byFacts), at: at)
    // Links and connections are not imported. Covers are in a separate list of the document.
    case .shares, .connections, .covers: break
    case .account(.profileChanged(let event)): _ = try await call(SessionAPI.RestoreProfile(event), at: at)
    case .catalogue(let event): try await repeatCall(of: event, at: at)
    case .listening(let event): try await repeatCall(of: event, at: at, anomalies: anomalies)
    case .reading(let event): try await repeatCall(of: event, at: at)
    case .rucks(let event): try await repeatCall(of: event, at: at)
    case .diversity(let event): try await repeatCall(of: event, at: at)
    case .goals(.set(let event)):
      _ = try await call(SessionAPI.RestoreGoal(type: event.type, target: event.target, since: event.since), at: at)
    case .goals(.cleared(let event)):
      _ = try await call(SessionAPI.RestoreGoal(type: event.type, target: nil, since: event.since), at: at)
    }
  }

  private func repeatCall(of event: CatalogueEvent, at: Instant) async throws(Fault) {
    switch event {
    case .heroSaved(let event):
      _ = try await call(SessionAPI.SaveHero(id: event.hero.id, name: event.hero.name), at: at)
    case .heroRemoved(let event): _ = try await call(SessionAPI.DeleteHero(id: event.hero.id), at: at)
    case .storySaved(let event):
      let story = event.story
      let save = SessionAPI.SaveStory(
        id: story.id, title: story.title, heroId: story.heroId, estimatedDuration: story.estimatedDuration,
        createdAt: story.createdAt, isFavorite: story.isFavorite, workId: .replacing(with: story.workId),
        authors: .replacing(with: story.authors), isbn: .replacing(with: story.isbn),
        asin: .replacing(with: story.asin))
      _ = try await call(save, at: at)
      if story.isMatchDismissed == true, event.old?.isMatchDismissed == nil {
        _ = try await call(SessionAPI.DismissMatch(storyId: story.id), at: at)
      }
    case .storyRemoved(let event): _ = try await call(SessionAPI.DeleteStory(id: event.story.id), at: at)
    case .storyFavorited(let event): _ = try await call(SessionAPI.FavoriteStory(id: event.storyId), at: at)
    case .storyUnfavorited(let event): _ = try await call(SessionAPI.UnfavoriteStory(id: event.storyId), at: at)
    }
  }

  private func repeatCall(of event: ListeningEvent, at: Instant, anomalies: Int) async throws(Fault) {
    switch event {
    // Written in a batch.
    case .recorded: break
    case .changed(let event):
      let (old, new) = (event.old, event.new)
      let all = ListeningRules.anomalies(of: new)
      // A given duration is validated and reported again even if it is unchanged.
      let isGiven =
        old.duration != new.duration || old.given != new.given
        || (anomalies == all.count && all.count > ListeningRules.anomalies(of: new, newSince: old).count)
      let edit = SessionAPI.PatchListeningSession(
        id: SessionIdentifier(storyId: new.storyId, startedAt: new.startedAt).text,
        endedAt: .change(from: old.endedAt, to: new.endedAt),
        completed: .change(from: old.completed, to: new.completed),
        duration: isGiven ? .set(new.given ?? new.duration) : .unchanged)
      _ = try await call(edit, at: at)
    case .removed(let event):
      let id = SessionIdentifier(storyId: event.session.storyId, startedAt: event.session.startedAt).text
      _ = try await call(SessionAPI.DeleteListeningSession(id: id), at: at)
    }
  }

  private func repeatCall(of event: ReadingEvent, at: Instant) async throws(Fault) {
    switch event {
    case .workSaved(let event): _ = try await call(SessionAPI.SaveWork(event.work), at: at)
    case .workRemoved(let event): _ = try await call(SessionAPI.DeleteWork(id: event.work.id), at: at)
    case .entrySaved(let event): _ = try await call(SessionAPI.RestoreEntry(event: event), at: at)
    case .entryRemoved(let event):
      do throws(Fault) {
        _ = try await call(SessionAPI.DeleteEntry(workId: event.entry.workId), at: at)
      } catch  where error.code == .notFound {
        // The removal of the last link has already removed the entry.
      }
    // Written with the timer or in a batch.
    case .timerStarted, .timerStopped, .timerDiscarded, .recorded: break
    case .changed(let event):
      let (old, new) = (event.old, event.new)
      let edit = SessionAPI.PatchReadingSession(
        id: SessionIdentifier(workId: new.workId, startedAt: new.startedAt).text,
        endedAt: .change(from: old.endedAt, to: new.endedAt),
        startPage: .change(from: old.startPage, to: new.startPage),
        endPage: .change(from: old.endPage, to: new.endPage))
      _ = try await call(edit, at: at)
    case .removed(let event):
      let id = SessionIdentifier(workId: event.session.workId, startedAt: event.session.startedAt).text
      _ = try await call(SessionAPI.DeleteReadingSession(id: id), at: at)
    }
  }

  private func repeatCall(of event: RuckEvent, at: Instant) async throws(Fault) {
    switch event {
    // Written in a batch.
    case .recorded: break
    case .changed(let event):
      let (old, new) = (event.old, event.new)
      var edit = SessionAPI.PatchRuck(
        id: new.id, endedAt: .change(from: old.endedAt, to: new.endedAt),
        distance: .change(from: old.distance, to: new.distance),
        loadWeight: .change(from: old.loadWeight, to: new.loadWeight),
        calories: .change(from: old.calories, to: new.calories),
        elevationGain: .change(from: old.elevationGain, to: new.elevationGain),
        movingTime: .change(from: old.movingTime, to: new.movingTime),
        terrain: .change(from: old.terrain, to: new.terrain), name: .change(from: old.name, to: new.name),
        note: .change(from: old.note, to: new.note))
      if old.weather != new.weather {
        edit.weather =
          new.weather.map { .set(.init(temperature: .set($0.temperature), condition: .set($0.condition))) } ?? .cleared
      }
      _ = try await call(edit, at: at)
    case .removed(let event): _ = try await call(SessionAPI.DeleteRuck(id: event.ruck.id), at: at)
    }
  }

  private func repeatCall(of event: DiversityEvent, at: Instant) async throws(Fault) {
    switch event {
    case .valueSet(let event):
      let set = DiversityAPI.SetValue(workId: event.workId, dimension: event.dimension.rawValue, value: event.value)
      _ = try await call(set, at: at)
    case .valueCleared(let event):
      _ = try await call(
        DiversityAPI.ClearValue(workId: event.workId, dimension: event.dimension.rawValue), at: at)
    // Written when its timer is stopped.
    case .promptOpened: break
    case .promptAnswered(let event):
      let id = SessionIdentifier(workId: event.answer.workId, startedAt: event.startedAt).text
      _ = try await call(DiversityAPI.AnswerPrompt(id: id, value: event.answer.value), at: at)
    case .promptSkipped(let event):
      let id = SessionIdentifier(workId: event.workId, startedAt: event.startedAt).text
      _ = try await call(DiversityAPI.SkipPrompt(id: id), at: at)
    }
  }
}

extension Patch where Value: Equatable {
  fileprivate static func change(from old: Value, to new: Value) -> Patch {
    old == new ? .unchanged : .set(new)
  }

  fileprivate static func replacing(with new: Value?) -> Patch { new.map { .set($0) } ?? .cleared }

  fileprivate static func change(from old: Value?, to new: Value?) -> Patch {
    old == new ? .unchanged : new.map { .set($0) } ?? .cleared
  }
}
