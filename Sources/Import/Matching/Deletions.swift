import Chronology
import Domain

/// The objects that a person has deleted and not recorded again. A connector sends its whole history each time, and
/// must not bring them back. Follows the journal.
struct Deletions: Sendable {
  private(set) var readings: [ExistingData.Start: ReadingSession] = [:]
  private(set) var listenings: Set<ExistingData.Start> = []
  private(set) var rucks: [String: Instant] = [:]
  private(set) var works: [String: Work] = [:]
  private(set) var stories: Set<String> = []

  var isEmpty: Bool {
    readings.isEmpty && listenings.isEmpty && rucks.isEmpty && works.isEmpty && stories.isEmpty
  }

  mutating func take(_ event: Event) {
    switch event {
    case .reading(let event): take(event)
    case .listening(let event): take(event)
    case .rucks(let event): take(event)
    case .catalogue(let event): take(event)
    case .account, .diversity, .goals, .shares, .connections, .covers: break
    }
  }

  private mutating func take(_ event: CatalogueEvent) {
    switch event {
    case .storyRemoved(let event): stories.insert(event.story.id)
    case .storySaved(let event): stories.remove(event.story.id)
    case .heroSaved, .heroRemoved, .storyFavorited, .storyUnfavorited: break
    }
  }

  private mutating func take(_ event: ReadingEvent) {
    func start(_ session: ReadingSession) -> ExistingData.Start {
      ExistingData.Start(of: session.workId, at: session.startedAt)
    }
    switch event {
    case .removed(let event): readings[start(event.session)] = event.session
    case .recorded(let event): readings[start(event.session)] = nil
    case .workRemoved(let event): works[event.work.id] = event.work
    case .workSaved(let event): works[event.work.id] = nil
    case .changed, .entrySaved, .entryRemoved, .timerStarted, .timerStopped, .timerDiscarded: break
    }
  }

  private mutating func take(_ event: ListeningEvent) {
    switch event {
    case .removed(let event):
      listenings.insert(ExistingData.Start(of: event.session.storyId, at: event.session.startedAt))
    case .recorded(let event):
      listenings.remove(ExistingData.Start(of: event.session.storyId, at: event.session.startedAt))
    case .changed: break
    }
  }

  private mutating func take(_ event: RuckEvent) {
    switch event {
    case .removed(let event): rucks[event.ruck.id] = event.ruck.startedAt
    case .recorded(let event): rucks[event.ruck.id] = nil
    case .changed: break
    }
  }

  /// Whether a person has deleted the work of a book.
  func contains(_ keys: BookKeys, identifiers: [String]) -> Bool {
    works.values.contains { work in
      identifiers.contains(work.id) || BookKeys(title: work.title, authors: work.authors).matches(keys)
    }
  }
}

extension ExistingData {
  /// Counts what was deleted as existing.
  mutating func keep(_ deletions: Deletions) {
    for (start, session) in deletions.readings {
      readings[start.of, default: KnownReadings()].insert(deleted: session)
    }
    for (id, start) in deletions.rucks {
      ruckIds[id] = start
      ruckStarts.insert(start)
    }
    self.deletions = deletions
  }
}
