import API
import Chronology
import Connectors
import Domain
import Proto
import SeededRandom
import Storage
import Testing

@testable import SessionSvc

@Suite("Episode actions in the journal")
struct EpisodeActionTests {
  private let rig: SessionRig
  private let ada = CallerContext(user: "ada")

  init() throws { rig = try SessionRig() }

  private func play(
    _ started: Int64?, _ position: Int64?, total: Int64? = 3_000, at time: Instant? = nil, episode: String = "s01e20",
    guid: String? = nil, device: String = "phone"
  ) -> SessionAPI.EpisodeAction {
    SessionAPI.EpisodeAction(
      podcast: "https://p.example/feed", episode: "https://p.example/\(episode).mp3", guid: guid, device: device,
      kind: .play, timestamp: "\(time ?? rig.clock.now)", started: started, position: position, total: total)
  }

  @discardableResult
  private func upload(
    _ actions: SessionAPI.EpisodeAction...
  ) async throws -> SessionAPI.RecordEpisodeActions.Reply {
    try await rig.handlers.recordEpisodeActions(.init(actions: actions), ada)
  }

  private func sessions() async throws -> [SessionAPI.ListeningSessionReply] {
    try await rig.handlers.listListeningSessions(.init(limit: 200), ada).decoded().items
  }

  private func actions(
    since: Int64 = .min, podcast: String? = nil, device: String? = nil, aggregated: Bool = false
  ) async throws -> SessionAPI.ReadEpisodeActions.Reply {
    try await rig.handlers.readEpisodeActions(
      .init(since: since, podcast: podcast, device: device, isAggregated: aggregated), ada)
  }

  private func story(_ id: String) async throws -> SessionAPI.StoryReply {
    try await rig.handlers.fetchStory(.init(id: id), ada)
  }

  @Test("A play becomes a session of a story that is named by its file")
  func first() async throws {
    try await upload(play(600, 900))
    let session = try #require(try await sessions().first)
    #expect(session.endedAt == rig.clock.now && session.startedAt == rig.clock.now + -300)
    #expect(session.duration == 300 && !session.completed && session.title == "s01e20")
    #expect(
      session.storyId
        == PodcastStory.id(
          podcast: "https://p.example/feed", guid: nil, episode: "https://p.example/s01e20.mp3"))
    #expect(try await story(session.storyId).estimatedDuration == 3_000)
  }

  @Test("Reports of one playing extend its session, and a repetition changes nothing")
  func growth() async throws {
    let pause = play(0, 1_000)
    try await upload(pause)
    let start = try #require(try await sessions().first).startedAt
    rig.clock.now = rig.clock.now + 7_200
    try await upload(play(0, 2_900))
    let head = try await rig.head()
    let grown = try await sessions()
    #expect(grown.count == 1 && grown[0].startedAt == start && grown[0].duration == 2_900 && grown[0].completed)
    #expect(grown[0].endedAt == start + 2_900)
    try await upload(pause, play(0, 2_900), play(0, 500))
    #expect(try await rig.head() == head)
  }

  @Test("Another device and another day are other playings")
  func separate() async throws {
    try await upload(play(0, 100), play(0, 100, at: rig.clock.now + -500, device: "tablet"))
    rig.clock.now = rig.clock.now + 86_401
    try await upload(play(0, 100))
    #expect(try await sessions().count == 3)
  }

  @Test("Marking as played is not listening")
  func marking() async throws {
    let reply = try await upload(play(3_000, 3_000), play(0, 0, total: 0), play(nil, 3_000), play(10, 5))
    #expect(reply.added == 4 && reply.problems.isEmpty)
    #expect(try await sessions().isEmpty)
    #expect(try await rig.handlers.listStories(.init(), ada).decoded().items.isEmpty)
  }

  @Test("An episode that is known by its guid or its URL keeps its story")
  func names() async throws {
    try await upload(play(0, 10, at: rig.clock.now + -900))
    try await upload(play(0, 20, at: rig.clock.now + -600, guid: "g", device: "tablet"))
    try await upload(play(0, 30, at: rig.clock.now + -300, episode: "moved", guid: "g", device: "radio"))
    try await upload(play(0, 40, episode: "moved", device: "car"))
    #expect(Set(try await sessions().map(\.storyId)).count == 1)
    try await upload(play(0, 40, at: rig.clock.now + -1_200, episode: "other", guid: "h"))
    #expect(Set(try await sessions().map(\.storyId)).count == 2)
  }

  @Test("The length of a story follows until a person changes it")
  func lengths() async throws {
    try await upload(play(0, 10, total: nil, at: rig.clock.now + -4_000))
    let id = try #require(try await sessions().first).storyId
    #expect(try await story(id).estimatedDuration == 3_600)
    try await upload(play(0, 20, total: 7_000, at: rig.clock.now + -3_000, device: "b"))
    #expect(try await story(id).estimatedDuration == 7_000)
    _ = try await rig.handlers.saveStory(.init(id: id, title: "Mine", estimatedDuration: 5_000), ada)
    try await upload(play(0, 30, total: 9_000, at: rig.clock.now + -2_000, device: "c"))
    let mine = try await story(id)
    #expect(mine.estimatedDuration == 5_000 && mine.title == "Mine")
    #expect(try await sessions().count == 3)
  }

  @Test("A session that a person has edited or deleted stays as it is")
  func edits() async throws {
    try await upload(play(0, 100), play(0, 100, at: rig.clock.now + -500, device: "tablet"))
    let both = try await sessions()
    _ = try await rig.handlers.patchListeningSession(.init(id: both[0].id, duration: .set(50)), ada)
    _ = try await rig.handlers.deleteListeningSession(.init(id: both[1].id), ada)
    let head = try await rig.head()
    try await upload(play(0, 200), play(0, 200, at: rig.clock.now + -500, device: "tablet"))
    // The same start on another device is the deleted session's.
    try await upload(play(0, 100, at: rig.clock.now + -500, device: "radio"))
    #expect(try await rig.head() == head)
    #expect(try await sessions().map(\.duration) == [50])
  }

  @Test("A later play does not recreate a deleted story")
  func deletedStory() async throws {
    try await upload(play(0, 100))
    let id = try #require(try await sessions().first).storyId
    _ = try await rig.handlers.deleteStory(.init(id: id), ada)
    let count = try await sessions().count
    try await upload(play(0, 200), play(0, 100, at: rig.clock.now + -9_000, device: "tablet"))
    #expect(try await rig.handlers.listStories(.init(), ada).decoded().items.isEmpty)
    #expect(try await sessions().count == count)
  }

  @Test("A story of a person with the same id stays theirs")
  func foreignStory() async throws {
    let id = PodcastStory.id(
      podcast: "https://p.example/feed", guid: nil, episode: "https://p.example/s01e20.mp3")
    _ = try await rig.handlers.saveStory(.init(id: id, title: "Mine", estimatedDuration: 60), ada)
    try await upload(play(0, 50))
    let mine = try await story(id)
    #expect(mine.title == "Mine" && mine.estimatedDuration == 60)
    _ = try await rig.handlers.deleteStory(.init(id: id), ada)
    try await upload(play(0, 55, at: rig.clock.now + -900, device: "tablet"))
    #expect(try await rig.handlers.listStories(.init(), ada).decoded().items.isEmpty)
  }

  @Test("A play that starts before 2000 is stored and reported, and the others count")
  func tooOld() async throws {
    let reply = try await upload(play(0, 600, at: at("2000-01-01T00:00:10Z")), play(0, 60))
    #expect(reply.added == 2 && reply.problems.map(\.index) == [0])
    #expect(try await sessions().count == 1)
  }

  @Test("Later uploads have greater stamps, and nobody gets the own upload back")
  func stamps() async throws {
    let first = try await upload(play(0, 10)).stamp
    let second = try await upload(play(0, 20)).stamp
    #expect(first == rig.clock.now.seconds && second == first + 1)
    #expect(try await actions(since: second).actions.isEmpty)
    #expect(try await actions(since: second).stamp == second)
    let third = try await upload(play(0, 30, device: "tablet")).stamp
    #expect(try await actions(since: second).actions.map(\.position) == [30])
    #expect(try await actions(since: first).actions.map(\.position) == [20, 30])
    // A clock that is set back changes nothing.
    rig.clock.now = rig.clock.now + -3_600
    #expect(try await upload(play(0, 40, device: "radio")).stamp == third + 1)
    #expect(try await actions(since: third).actions.map(\.position) == [40])
  }

  @Test("A list can be limited to a podcast, a device or the latest actions")
  func filters() async throws {
    let early = rig.clock.now + -500
    try await upload(play(0, 10, at: early), play(10, 20, episode: "b", device: "tablet"))
    // Uploaded later, but older.
    try await upload(play(50, 90), play(0, 5, at: early + -500, device: "tablet"))
    #expect(try await actions().actions.map(\.position) == [10, 20, 90, 5])
    #expect(try await actions(device: "tablet").actions.map(\.position) == [20, 5])
    #expect(try await actions(aggregated: true).actions.map(\.position) == [20, 90])
    #expect(try await actions(podcast: "https://p.example/feed").actions.count == 4)
    #expect(try await actions(podcast: "https://p.example/other").actions.isEmpty)
  }

  @Test("An equal action is stored once")
  func repetitions() async throws {
    let action = play(0, 10)
    let reply = try await upload(action, action, play(0, 11))
    #expect(reply.added == 2 && reply.alreadyThere == 1)
    #expect(try await upload(action).alreadyThere == 1)
    #expect(try await actions().actions.count == 2)
  }

  @Test("A long list is read in pages, which end at the upload of the first page")
  func pages() async throws {
    for number in 0..<3 {
      let actions = (0..<1_000).map { place in
        SessionAPI.EpisodeAction(
          podcast: "https://p.example/feed", episode: "https://p.example/\(number)-\(place)", kind: .new)
      }
      _ = try await rig.handlers.recordEpisodeActions(.init(actions: actions), ada)
    }
    var page = try await actions()
    var episodes = page.actions.map(\.episode)
    #expect(page.next != nil)
    let late = try await upload(play(0, 10)).stamp
    while let next = page.next {
      page = try await rig.handlers.readEpisodeActions(.init(since: .min, isAggregated: false, after: next), ada)
      episodes += page.actions.map(\.episode)
      #expect(page.stamp == late - 1)
    }
    #expect(episodes.count == 3_000 && Set(episodes).count == 3_000)
    #expect(try await actions(since: page.stamp).actions.count == 1)
  }

  @Test("The oldest actions over the limit are deleted, except the latest of each episode")
  func limit() async throws {
    try await upload(play(0, 10, at: rig.clock.now + -5_000, episode: "kept"), play(0, 20, at: rig.clock.now + -4_000))
    try await upload(play(0, 30, at: rig.clock.now + -3_000))
    let deleted = try await rig.database.write { try EpisodeActionStore.deleteOldest(5, of: "ada", $0) }
    #expect(deleted == 1)
    #expect(try await actions().actions.map(\.position) == [10, 30])
  }

  @Test("Random uploads record what a slow model expects, and all of them again change nothing", arguments: [1, 2, 3])
  func model(_ seed: UInt64) async throws {
    var random = SplitMix(seed: seed)
    var model: [SlowPlaying] = []
    var all: [SessionAPI.EpisodeAction] = []
    for _ in 0..<60 {
      rig.clock.now = rig.clock.now + Int64.random(in: 0...20_000, using: &random)
      let episode = ["a", "b"].randomElement(using: &random) ?? "a"
      let device = ["phone", "tablet"].randomElement(using: &random) ?? "phone"
      let started = ([0, 0, 700] as [Int64]).randomElement(using: &random) ?? 0
      let action = play(
        started, started + Int64.random(in: -5...900, using: &random), total: 100_000, episode: episode, device: device)
      SlowPlaying.add(action, at: rig.clock.now, episode, to: &model)
      all.append(action)
      if Bool.random(using: &random) { try await upload(action, action) } else { try await upload(action) }
    }
    let found = try await sessions().map { [$0.startedAt.seconds, Int64($0.duration)] }
    // Two playings may have the same start; the first one counts.
    var starts: Set<String> = []
    let expected = model.filter { starts.insert("\($0.episode) \($0.startedAt)").inserted }
    #expect(found.count == expected.count, "seed \(seed)")
    #expect(Set(found) == Set(expected.map { [$0.startedAt, $0.seconds] }), "seed \(seed)")
    let head = try await rig.head()
    _ = try await rig.handlers.recordEpisodeActions(.init(actions: all), ada)
    #expect(try await rig.head() == head, "seed \(seed)")
  }
}

/// A playing in a list without any index.
private struct SlowPlaying {
  var episode: String
  var device: String
  var started: Int64
  var reportedAt: Int64
  var startedAt: Int64
  var seconds: Int64

  static func add(
    _ action: SessionAPI.EpisodeAction, at now: Instant, _ episode: String, to model: inout [SlowPlaying]
  ) {
    guard let started = action.started, let position = action.position, position > started else { return }
    let seconds = position - started
    let same = model.indices.filter {
      model[$0].episode == episode && model[$0].device == action.device && model[$0].started == started
        && abs(model[$0].reportedAt - now.seconds) <= 86_400
    }
    guard let newest = same.max(by: { model[$0].reportedAt < model[$1].reportedAt }) else {
      return model.append(
        SlowPlaying(
          episode: episode, device: action.device ?? "", started: started, reportedAt: now.seconds,
          startedAt: now.seconds - seconds, seconds: seconds))
    }
    model[newest].seconds = max(model[newest].seconds, seconds)
  }
}
