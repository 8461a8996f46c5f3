import API
import Chronology
import Domain
import Proto
import SeededRandom
import Storage
import Testing

@testable import SessionSvc

@Suite struct ModelTests {
  static let base = at("2026-11-18T08:00:00Z")

  @Test("Random commands match the model, and so does the journal", arguments: 1...12)
  func histories(number: Int) async throws {
    let seed = repeatedTestSeed() ?? firstTestSeed() &+ UInt64(number)
    var dice = SplitMix(seed: seed)
    let rig = try SessionRig()
    var model = Model()
    for step in 0..<250 {
      rig.clock.now = rig.clock.now + Int64.random(in: 0...600, using: &dice)
      let call = Self.call(&dice)
      let before = model
      let head = try await rig.head()
      let expected = model.accept(call, now: rig.clock.now)
      let reply = try await Self.make(call, rig)
      #expect(reply == expected, "seed \(seed), step \(step): \(call)")
      let wrote = try await rig.head().seq > max(head.seq, 1)
      #expect(wrote == (model != before), "seed \(seed), step \(step): \(call)")
      guard reply == expected else { return }
    }
    let seen = try await Self.rows(rig)
    #expect(seen == model, "seed \(seed)")
    var replayed = Model()
    for event in try await rig.events() { replayed.apply(event) }
    #expect(replayed == model, "seed \(seed)")
    let audit = try #require(try await JournalAudit(database: rig.database).verify("ada"))
    #expect(audit.findings.isEmpty, "seed \(seed)")
    let rows = try await JournalAudit(database: rig.database).findings(of: "ada", now: rig.clock.now)
    #expect(rows?.rows == [] && rows?.journal == [], "seed \(seed)")
  }

  private static func call(_ dice: inout SplitMix) -> Model.Call {
    let story = ["s1", "s2", "s3"].randomElement(using: &dice) ?? "s1"
    let hero = ["h1", "h2"].randomElement(using: &dice) ?? "h1"
    let start = base + 60 * Int64.random(in: 0...4, using: &dice)
    let end = start + [-1, 0, 30, 600, 900, 86_400, 86_401, 400_000].randomElement(using: &dice)!
    let duration = [nil, nil, -1, 0, 10, 700.5, 5_000].randomElement(using: &dice)!
    switch Int.random(in: 0..<16, using: &dice) {
    case 0: return .saveHero(hero, name: ["A", "B"].randomElement(using: &dice)!)
    case 1: return .deleteHero(hero)
    case 2, 3:
      return .saveStory(
        story, hero: [nil, hero].randomElement(using: &dice)!, estimate: [300, 600].randomElement(using: &dice)!)
    case 4: return .deleteStory(story)
    case 5: return .favorite(story, Bool.random(using: &dice))
    case 6...10: return .record(story, start, end: end, completed: Bool.random(using: &dice), duration: duration)
    case 11...13:
      return .patch(
        story, start, end: [nil, end].randomElement(using: &dice)!,
        completed: [nil, true, false].randomElement(using: &dice)!, duration: duration)
    default: return .delete(story, start)
    }
  }

  private static func make(_ call: Model.Call, _ rig: SessionRig) async throws -> Model.Answer {
    do {
      return try await perform(call, rig.handlers, CallerContext(user: "ada"))
    } catch let fault as Fault where fault.code == .notFound {
      return .notFound
    } catch let fault as Fault where fault.code == .invalid {
      return .invalid
    }
  }

  private static func perform(
    _ call: Model.Call, _ handlers: SessionHandlers, _ ada: CallerContext
  ) async throws -> Model.Answer {
    switch call {
    case .saveHero(let id, let name):
      return try await handlers.saveHero(.init(id: id, name: name), ada).created ? .created : .done
    case .deleteHero(let id): _ = try await handlers.deleteHero(.init(id: id), ada)
    case .saveStory(let id, let hero, let estimate):
      let story = SessionAPI.SaveStory(id: id, title: "T", heroId: hero, estimatedDuration: estimate)
      return try await handlers.saveStory(story, ada).created ? .created : .done
    case .deleteStory(let id): _ = try await handlers.deleteStory(.init(id: id), ada)
    case .favorite(let id, true): _ = try await handlers.favoriteStory(.init(id: id), ada)
    case .favorite(let id, false): _ = try await handlers.unfavoriteStory(.init(id: id), ada)
    case .record(let story, let start, let end, let completed, let duration):
      let report = SessionAPI.RecordListening(
        storyId: story, startedAt: start, endedAt: end, completed: completed, duration: duration)
      return try await handlers.recordListening(report, ada).created ? .created : .done
    case .patch(let story, let start, let end, let completed, let duration):
      var patch = SessionAPI.PatchListeningSession(id: SessionIdentifier(storyId: story, startedAt: start).text)
      if let end { patch.endedAt = .set(end) }
      if let completed { patch.completed = .set(completed) }
      if let duration { patch.duration = .set(duration) }
      _ = try await handlers.patchListeningSession(patch, ada)
    case .delete(let story, let start):
      _ = try await handlers.deleteListeningSession(
        .init(id: SessionIdentifier(storyId: story, startedAt: start).text), ada)
    }
    return .done
  }

  /// Reads the tables into a model.
  private static func rows(_ rig: SessionRig) async throws -> Model {
    try await rig.database.read { rows in
      var model = Model()
      for hero in try CatalogueStore.heroes("ada", after: "", limit: 100, rows) { model.heroes[hero.id] = hero }
      for story in try CatalogueStore.stories("ada", after: "", limit: 100, rows) { model.stories[story.id] = story }
      let all = try ListeningStore.sessions("ada", StartRange(), after: .top, limit: 100, rows)
      for session in all { model.sessions[Model.Key(session)] = session }
      return model
    }
  }
}
