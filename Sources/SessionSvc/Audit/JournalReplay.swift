import Chronology
import Domain
import Storage

/// Rebuilds a user's rows from the events of the journal. Commands write the rows in use; an audit compares both.
struct JournalReplay {
  let user: String
  let transaction: Transaction
  /// Returns the anomalies that an event reported. An edit reports only new ones, which its event does not contain.
  let anomalies: (_ seq: Int64, _ all: [ListeningAnomaly], _ new: [ListeningAnomaly]) throws -> [ListeningAnomaly]

  private var rows: Rows { transaction.rows }

  func apply(_ event: Event, seq: Int64, recordedAt: Instant) throws {
    switch event {
    case .account(let event): try apply(event)
    case .catalogue(let event): try apply(event)
    case .listening(let event): try apply(event, seq: seq, recordedAt: recordedAt)
    case .reading(let event): try apply(event, recordedAt: recordedAt)
    case .rucks(.recorded(let event)): try RuckStore.save(event.ruck, of: user, transaction)
    case .rucks(.changed(let event)): try RuckStore.save(event.new, of: user, transaction)
    case .rucks(.removed(let event)): try RuckStore.delete(event.ruck, of: user, transaction)
    case .diversity(let event): try apply(event)
    case .goals(.set(let event)): try set(event.target, for: event.type, since: event.since)
    case .goals(.cleared(let event)): try set(nil, for: event.type, since: event.since)
    case .shares(.created(let event)):
      // A row with this hash is the same share, even if it is stored under another user.
      try ShareStore.delete(hash: event.hash, transaction)
      try ShareStore.insert(event.share, hash: event.hash, of: user, transaction)
    case .shares(.deleted(let event)): try ShareStore.delete(user, event.share.id, transaction)
    // The journal has neither images nor the servers of connections.
    case .connections, .covers: break
    }
    if let workId = event.decidesDiversityOf { try DiversityStore.countUp(user, workId: workId, transaction) }
  }

  private func apply(_ event: AccountEvent) throws {
    switch event {
    case .opened(let event):
      let profile = Profile(createdAt: event.at)
      try UserStore.setProfile(user, profile, SettingsHistory(profile), transaction)
      try UserStore.setCreatedAt(user, event.at, transaction)
    case .profileChanged(let event):
      var settings = try UserStore.record(user, rows)?.settings ?? SettingsHistory(event.profile)
      settings.apply(event)
      try UserStore.setProfile(user, event.profile, settings, transaction)
    case .unlocksDated: break
    }
  }

  private func apply(_ event: CatalogueEvent) throws {
    switch event {
    case .heroSaved(let event):
      if try CatalogueStore.hero(user, event.hero.id, rows) == nil { try countHeroes(1) }
      try CatalogueStore.save(event.hero, of: user, transaction)
    case .heroRemoved(let event):
      try CatalogueStore.deleteHero(user, event.hero.id, transaction)
      try countHeroes(-1)
    case .storySaved(let event): try CatalogueStore.save(event.story, of: user, transaction)
    case .storyRemoved(let event): try CatalogueStore.deleteStory(user, event.story.id, transaction)
    case .storyFavorited(let event): try setFavorite(event.storyId, true)
    case .storyUnfavorited(let event): try setFavorite(event.storyId, false)
    }
  }

  private func apply(_ event: ListeningEvent, seq: Int64, recordedAt: Instant) throws {
    switch event {
    case .recorded(let event):
      try ListeningStore.save(event.session, of: user, transaction)
      let all = ListeningRules.anomalies(of: event.session)
      try keep(all, all, of: event.session, seq, recordedAt)
    case .changed(let event):
      try ListeningStore.save(event.new, of: user, transaction)
      let new = ListeningRules.anomalies(of: event.new, newSince: event.old)
      try keep(ListeningRules.anomalies(of: event.new), new, of: event.new, seq, recordedAt)
    case .removed(let event): try ListeningStore.delete(event.session, of: user, transaction)
    }
  }

  private func set(_ target: Int?, for type: GoalType, since: Instant?) throws {
    var history = try GoalStore.history(user, type, rows)
    history.set(target, since: since)
    try GoalStore.save(history, for: type, of: user, transaction)
  }

  private func countHeroes(_ change: Int) throws {
    guard let account = try UserStore.record(user, rows) else { return }
    try UserStore.setHeroCount(user, account.heroCount + change, transaction)
  }

  private func setFavorite(_ storyId: String, _ isFavorite: Bool) throws {
    guard var story = try CatalogueStore.story(user, storyId, rows) else { return }
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
