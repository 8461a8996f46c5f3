import API
import Chronology
import Domain
import Proto
import Storage
import Synchronization
import Testing

@testable import SessionSvc

@Suite("Names of podcast episodes")
struct FeedTests {
  /// A server of feeds that records the calls.
  private final class FeedServer: Sendable {
    private let state = Mutex((calls: [OutboundAPI.ReadFeed](), reply: OutboundAPI.ReadFeed.Reply(status: 404)))

    var calls: [OutboundAPI.ReadFeed] { state.withLock { $0.calls } }

    func set(_ reply: OutboundAPI.ReadFeed.Reply) { state.withLock { $0.reply = reply } }

    func read(_ call: OutboundAPI.ReadFeed) -> OutboundAPI.ReadFeed.Reply {
      state.withLock { state in
        state.calls.append(call)
        return state.reply
      }
    }
  }

  private static let feed = "https://p.example/feed"
  private let rig: SessionRig
  private let server = FeedServer()
  private let ada = CallerContext(user: "ada")

  init() throws { rig = try SessionRig() }

  private func play(_ episode: String, guid: String? = nil) async throws {
    let action = SessionAPI.EpisodeAction(
      podcast: Self.feed, episode: "https://p.example/\(episode).mp3", guid: guid, device: "phone", kind: .play,
      timestamp: "\(rig.clock.now)", started: 0, position: 60)
    _ = try await rig.handlers.recordEpisodeActions(.init(actions: [action]), ada)
  }

  @discardableResult
  private func round() async throws -> Bool {
    try await rig.handlers.nameEpisodes { [server] in server.read($0) }
  }

  private func titles() async throws -> [String] {
    try await rig.handlers.listStories(.init(), ada).decoded().items.map(\.title).sorted()
  }

  private func found(_ name: String, _ title: String, tag: String? = nil) -> OutboundAPI.ReadFeed.Reply {
    .init(status: 200, entityTag: tag, title: "The Show", episodes: [.init(name: name, title: title)])
  }

  private func nextDay() { rig.clock.now = rig.clock.now + 86_400 }

  @Test("An episode is named by its guid or its URL, and its feed is not read again")
  func naming() async throws {
    _ = try await rig.handlers.changeSubscriptions(.init(device: "phone", add: [Self.feed]), ada)
    try await play("one", guid: "g-1")
    #expect(try await titles() == ["one"])
    server.set(found("g-1", " First \0episode "))
    #expect(try await round() == false)
    #expect(try await titles() == ["First episode"])
    #expect(server.calls.map(\.url) == [Self.feed])
    #expect(server.calls.map(\.wanted) == [["g-1", "https://p.example/one.mp3"]])
    #expect(
      try await rig.handlers.fetchSubscriptions(.init(since: .min), ada).added
        == [.init(url: Self.feed, title: "The Show")])
    nextDay()
    try await round()
    #expect(server.calls.count == 1)
  }

  @Test("A feed is read at most once a day, and a known version only for new episodes")
  func daily() async throws {
    try await play("one")
    server.set(found("other", "x", tag: "\"v1\""))
    for _ in 0..<3 { try await round() }
    #expect(server.calls.count == 1)
    rig.clock.now = rig.clock.now + 3_600
    try await play("two")
    try await round()
    #expect(server.calls.count == 1)
    nextDay()
    server.set(.init(status: 304))
    try await round()
    // The known version was read before the new episode existed.
    #expect(server.calls.map(\.entityTag) == [nil, nil])
    nextDay()
    try await round()
    #expect(server.calls.map(\.entityTag) == [nil, nil, "\"v1\""])
    #expect(server.calls.last?.wanted.count == 2)
  }

  @Test("An episode that is not in its feed is looked up for two weeks", arguments: [404, 0])
  func missing(_ status: Int) async throws {
    server.set(.init(failure: status == 0 ? .unreachable : nil, status: status))
    try await play("one")
    for _ in 0..<20 {
      try await round()
      nextDay()
    }
    #expect(server.calls.count == 14)
    // A new episode is a reason to read the feed again, but not for the old one.
    try await play("two")
    try await round()
    #expect(server.calls.last?.wanted == ["https://p.example/two.mp3"])
  }

  @Test("A feed neither renames a story of a person nor recreates a deleted one")
  func edits() async throws {
    try await play("one", guid: "g-1")
    try await play("two", guid: "g-2")
    let stories = try await rig.handlers.listStories(.init(), ada).decoded().items
    let (one, two) = (
      try #require(stories.first { $0.title == "one" }), try #require(stories.first { $0.title == "two" })
    )
    _ = try await rig.handlers.saveStory(.init(id: one.id, title: "Mine", estimatedDuration: 60), ada)
    _ = try await rig.handlers.deleteStory(.init(id: two.id), ada)
    server.set(
      .init(
        status: 200, episodes: [.init(name: "g-1", title: "Feed's one"), .init(name: "g-2", title: "Feed's two")]))
    try await round()
    #expect(try await titles() == ["Mine"])
    nextDay()
    try await round()
    #expect(server.calls.count == 1)
  }

  @Test("A round reads a limited number of feeds, and each only once")
  func rounds() async throws {
    for number in 0..<SessionLimits.feedsPerRound + 2 {
      let action = SessionAPI.EpisodeAction(
        podcast: "https://p.example/\(number)", episode: "e", kind: .play, timestamp: "\(rig.clock.now)", started: 0,
        position: 60)
      _ = try await rig.handlers.recordEpisodeActions(.init(actions: [action]), ada)
    }
    #expect(try await round())
    #expect(try await round() == false)
    #expect(Set(server.calls.map(\.url)).count == SessionLimits.feedsPerRound + 2)
    #expect(server.calls.count == SessionLimits.feedsPerRound + 2)
  }
}
