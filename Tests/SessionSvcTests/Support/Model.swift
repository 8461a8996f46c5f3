import API
import Chronology
import Domain

/// A simple model of the catalogue and of sessions, written from the contract.
struct Model: Equatable {
  struct Key: Hashable {
    var story: String
    var start: Instant
  }

  var heroes: [String: Hero] = [:]
  var stories: [String: Story] = [:]
  var sessions: [Key: ListeningSession] = [:]

  enum Answer: Equatable {
    case created, done, notFound, invalid
  }

  enum Call: Sendable {
    case saveHero(String, name: String)
    case deleteHero(String)
    case saveStory(String, hero: String?, estimate: Double)
    case deleteStory(String)
    case favorite(String, Bool)
    case record(String, Instant, end: Instant, completed: Bool, duration: Double?)
    case patch(String, Instant, end: Instant?, completed: Bool?, duration: Double?)
    case delete(String, Instant)
  }

  mutating func accept(_ call: Call, now: Instant) -> Answer {
    switch call {
    case .saveHero(let id, let name):
      return heroes.updateValue(Hero(id: id, name: name), forKey: id) == nil ? .created : .done
    case .deleteHero(let id):
      guard heroes.removeValue(forKey: id) != nil else { return .notFound }
      for story in stories.values where story.heroId == id { stories[story.id]?.heroId = nil }
      return .done
    case .saveStory(let id, let hero, let estimate):
      if let hero, heroes[hero] == nil { return .invalid }
      let old = stories[id]
      stories[id] = Story(
        id: id, title: "T", heroId: hero, estimatedDuration: estimate, createdAt: old?.createdAt ?? now,
        isFavorite: old?.isFavorite ?? false)
      return old == nil ? .created : .done
    case .deleteStory(let id): return stories.removeValue(forKey: id) == nil ? .notFound : .done
    case .favorite(let id, let on):
      if stories[id] == nil { return .notFound }
      stories[id]?.isFavorite = on
      return .done
    case .record(let id, let start, let end, let completed, let duration):
      return record(id, start, end, completed, duration, now: now)
    case .patch(let id, let start, let end, let completed, let duration):
      return patch(Key(story: id, start: start), end, completed, duration, now: now)
    case .delete(let id, let start):
      return sessions.removeValue(forKey: Key(story: id, start: start)) == nil ? .notFound : .done
    }
  }

  private mutating func record(
    _ id: String, _ start: Instant, _ end: Instant, _ completed: Bool, _ duration: Double?, now: Instant
  ) -> Answer {
    guard let story = stories[id], end >= start, end - start <= 86_400, end - now <= 300, (duration ?? 0) >= 0 else {
      return .invalid
    }
    let key = Key(story: id, start: start)
    let old = sessions[key]
    if let old, end <= old.endedAt { return .done }
    let given = duration ?? Double(end - start)
    let cap = story.estimatedDuration * 1.5
    sessions[key] = ListeningSession(
      storyId: id, startedAt: start, endedAt: end, completed: completed || (old?.completed ?? false),
      duration: min(given, cap), given: given > cap ? given : nil)
    return old == nil ? .created : .done
  }

  private mutating func patch(
    _ key: Key, _ end: Instant?, _ completed: Bool?, _ duration: Double?, now: Instant
  ) -> Answer {
    guard var session = sessions[key] else { return .notFound }
    if let end {
      guard end >= key.start, end - key.start <= 86_400, end - now <= 300 else { return .invalid }
      session.endedAt = end
    }
    if let completed { session.completed = completed }
    if let duration {
      guard duration >= 0 else { return .invalid }
      let cap = stories[key.story].map { $0.estimatedDuration * 1.5 } ?? .infinity
      session.duration = min(duration, cap)
      session.given = duration > cap ? duration : nil
    }
    sessions[key] = session
    return .done
  }

  /// Applies one event of a journal.
  mutating func apply(_ event: Event) {
    switch event {
    case .catalogue(.heroSaved(let event)): heroes[event.hero.id] = event.hero
    case .catalogue(.heroRemoved(let event)):
      heroes[event.hero.id] = nil
      for story in stories.values where story.heroId == event.hero.id { stories[story.id]?.heroId = nil }
    case .catalogue(.storySaved(let event)): stories[event.story.id] = event.story
    case .catalogue(.storyRemoved(let event)): stories[event.story.id] = nil
    case .catalogue(.storyFavorited(let event)): stories[event.storyId]?.isFavorite = true
    case .catalogue(.storyUnfavorited(let event)): stories[event.storyId]?.isFavorite = false
    case .listening(.recorded(let event)): sessions[Key(event.session)] = event.session
    case .listening(.changed(let event)): sessions[Key(event.new)] = event.new
    case .listening(.removed(let event)): sessions[Key(event.session)] = nil
    case .account, .reading, .rucks, .diversity, .goals, .shares, .connections, .covers: break
    }
  }
}

extension Model.Key {
  init(_ session: ListeningSession) {
    self.init(story: session.storyId, start: session.startedAt)
  }
}
