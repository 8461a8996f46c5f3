import API
import Chronology
import Connectors
import Domain
import Proto
import Testing

@testable import SessionSvc

@Suite("Listens")
struct ListenTests {
  private let rig: SessionRig
  private let ada = CallerContext(user: "ada")

  init() throws { rig = try SessionRig() }

  private func listen(_ track: String = "Sinnerman", ago: Int64 = 1_000, seconds: Double? = 200) -> SessionAPI.Listen {
    SessionAPI.Listen(
      listenedAt: rig.clock.now + -ago, artist: "Nina Simone", track: track, release: "Pastel Blues",
      seconds: seconds, information: Array(#"{"duration":200}"#.utf8))
  }

  @discardableResult
  private func record(_ listens: SessionAPI.Listen...) async throws -> SessionAPI.RecordListens.Reply {
    try await rig.handlers.recordListens(.init(listens: listens), ada)
  }

  private func sessions() async throws -> [SessionAPI.ListeningSessionReply] {
    try await rig.handlers.listListeningSessions(.init(limit: 200), ada).decoded().items
  }

  private func list(
    after: Int64 = .min, before: Int64 = .max, count: Int = 100
  ) async throws -> SessionAPI.ListListens.Reply {
    try await rig.handlers.listListens(.init(after: after, before: before, count: count), ada)
  }

  @Test("A listen is a completed session of its track, once")
  func recording() async throws {
    let listen = listen()
    #expect(try await record(listen, listen) == .init(added: 1, alreadyThere: 1))
    let session = try #require(try await sessions().first)
    #expect(session.storyId == listen.storyId && session.title == "Sinnerman (Nina Simone)")
    #expect(session.startedAt == listen.listenedAt && session.duration == 200 && session.completed)
    let head = try await rig.head()
    rig.clock.now = rig.clock.now + 5_000
    #expect(try await record(listen) == .init(added: 0, alreadyThere: 1))
    #expect(try await rig.head() == head)
    #expect(try await list().listens == [listen])
  }

  @Test("A listen of unknown length counts nothing", arguments: [nil, 3_601.0])
  func unknownLength(_ seconds: Double?) async throws {
    try await record(listen(seconds: seconds))
    let session = try #require(try await sessions().first)
    #expect(session.duration == 0 && !session.completed && session.endedAt == session.startedAt)
  }

  @Test("A longer listen of the same track is not capped")
  func longer() async throws {
    try await record(
      listen(ago: 9_000, seconds: 100), listen(ago: 5_000, seconds: 400), listen(ago: 3_000, seconds: 50))
    #expect(try await sessions().map(\.duration) == [50, 400, 100])
    #expect(try await rig.handlers.fetchStory(.init(id: listen().storyId), ada).estimatedDuration == 400)
  }

  @Test("A session or story that a person has changed or deleted stays so")
  func edits() async throws {
    let (first, second, third) = (listen(ago: 9_000), listen(ago: 5_000), listen("Feeling Good", ago: 3_000))
    try await record(first, second, third)
    let all = try await sessions()
    _ = try await rig.handlers.patchListeningSession(.init(id: all[2].id, duration: .set(5)), ada)
    _ = try await rig.handlers.deleteListeningSession(.init(id: all[1].id), ada)
    _ = try await rig.handlers.deleteStory(.init(id: third.storyId), ada)
    let head = try await rig.head()
    #expect(try await record(first, second, third, listen("Feeling Good", ago: 2_000)).added == 0)
    #expect(try await rig.head() == head)
    #expect(try await list().listens == [third, first])
    #expect(try await rig.handlers.countListens(.init(), ada).count == 2)
  }

  @Test("A session that exists already stays as it is, and its listen is known")
  func foreign() async throws {
    let listen = listen()
    _ = try await rig.handlers.saveStory(.init(id: listen.storyId, title: "Mine", estimatedDuration: 500), ada)
    _ = try await rig.handlers.recordListening(
      .init(storyId: listen.storyId, startedAt: listen.listenedAt, endedAt: listen.listenedAt + 10, completed: false),
      ada)
    let head = try await rig.head()
    #expect(try await record(listen) == .init(added: 0, alreadyThere: 1))
    #expect(try await rig.head() == head)
    let session = try #require(try await sessions().first)
    _ = try await rig.handlers.deleteListeningSession(.init(id: session.id), ada)
    #expect(try await record(listen).added == 0)
    #expect(try await sessions().isEmpty)
  }

  @Test("A list is newest first, and its times are exclusive")
  func ranges() async throws {
    let all = [100, 200, 300, 400].map { listen(ago: $0) }
    _ = try await rig.handlers.recordListens(.init(listens: all), ada)
    let now = rig.clock.now.seconds
    #expect(try await list().listens == all)
    #expect(try await list(count: 2).listens == Array(all.prefix(2)))
    let middle = try await list(after: now - 400, before: now - 100)
    #expect(middle.listens == Array(all[1...2]))
    #expect(middle.latest == now - 100 && middle.oldest == now - 400)
    let none = try await rig.handlers.listListens(
      .init(after: .min, before: .max, count: 9), CallerContext(user: "eve"))
    #expect(none == .init(listens: [], latest: 0, oldest: 0))
  }
}
