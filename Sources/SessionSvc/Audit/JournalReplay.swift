import Chronology
import Domain
import Storage

/// Makes a user's rows from the events of the journal, one after the other. The rows in use are made by the commands
/// while they decide; that both come to the same is what an audit shows.
struct JournalReplay {
  let user: String
  let transaction: Transaction
  /// The anomalies that are reported of an event: an edit reports only new ones, which its event does not say.
  let anomalies: (_ seq: Int64, _ all: [ListeningAnomaly], _ new: [ListeningAnomaly]) throws -> [ListeningAnomaly]

  private var reading: Reading { transaction.reading }

  func apply(_ event: Event, seq: Int64, recordedAt: Instant) throws {
    switch event {
    case .accountOpened, .profileChanged, .heroSaved, .heroRemoved: try applyAccount(event)
    case .storySaved(let event): try CatalogueStore.save(event.story, of: user, transaction)
    case .storyRemoved(let event): try CatalogueStore.deleteStory(user, event.story.id, transaction)
    case .storyFavorited(let event): try setFavorite(event.storyId, true)
    case .storyUnfavorited(let event): try setFavorite(event.storyId, false)
    case .sessionRecorded(let event):
      try ListeningStore.save(event.session, of: user, transaction)
      let all = ListeningRules.anomalies(of: event.session)
      try keep(all, all, of: event.session, seq, recordedAt)
    case .sessionChanged(let event):
      try ListeningStore.save(event.new, of: user, transaction)
      let new = ListeningRules.anomalies(of: event.new, newSince: event.old)
      try keep(ListeningRules.anomalies(of: event.new), new, of: event.new, seq, recordedAt)
    case .sessionRemoved(let event): try ListeningStore.delete(event.session, of: user, transaction)
    case .ruckRecorded(let event): try RuckStore.save(event.ruck, of: user, transaction)
    case .ruckChanged(let event): try RuckStore.save(event.new, of: user, transaction)
    case .ruckRemoved(let event): try RuckStore.delete(event.ruck, of: user, transaction)
    case .goalSet(let event): try GoalStore.save(event.target, for: event.type, of: user, transaction)
    case .goalCleared(let event): try GoalStore.delete(user, event.type, transaction)
    case .workSaved, .workRemoved, .entrySaved, .entryRemoved, .readingTimerStarted, .readingTimerStopped,
      .readingTimerDiscarded, .readingRecorded, .readingChanged, .readingRemoved:
      try applyReading(event)
    case .diversityValueSet, .diversityValueCleared, .diversityPromptOpened, .diversityPromptAnswered,
      .diversityPromptSkipped:
      try applyDiversity(event)
    }
    if let workId = event.decidesDiversityOf { try DiversityStore.countUp(user, workId: workId, transaction) }
  }

  private func applyAccount(_ event: Event) throws {
    switch event {
    case .accountOpened(let event):
      try UserStore.setProfile(user, Profile(createdAt: event.at), transaction)
      try UserStore.setCreatedAt(user, event.at, transaction)
    case .profileChanged(let event): try UserStore.setProfile(user, event.profile, transaction)
    case .heroSaved(let event):
      if try CatalogueStore.hero(user, event.hero.id, reading) == nil { try countHeroes(1) }
      try CatalogueStore.save(event.hero, of: user, transaction)
    case .heroRemoved(let event):
      try CatalogueStore.deleteHero(user, event.hero.id, transaction)
      try countHeroes(-1)
    default: break
    }
  }

  private func countHeroes(_ change: Int) throws {
    guard let account = try UserStore.account(user, reading) else { return }
    try UserStore.setHeroCount(user, account.heroCount + change, transaction)
  }

  private func setFavorite(_ storyId: String, _ isFavorite: Bool) throws {
    guard var story = try CatalogueStore.story(user, storyId, reading) else { return }
    story.isFavorite = isFavorite
    try CatalogueStore.save(story, of: user, transaction)
  }

  private func keep(
    _ all: [ListeningAnomaly], _ new: [ListeningAnomaly], of session: ListeningSession, _ seq: Int64,
    _ recordedAt: Instant
  ) throws {
    guard !all.isEmpty else { return }
    for (place, anomaly) in try anomalies(seq, all, new).enumerated() {
      let stored = StoredAnomaly(
        seq: seq, place: place, storyId: session.storyId, startedAt: session.startedAt, anomaly: anomaly,
        recordedAt: recordedAt)
      try AnomalyStore.insert(stored, of: user, transaction)
    }
  }
}
