import API
import Chronology
import Domain
import Testing

@testable import Connectors

@Suite("Listening to podcasts")
struct PlayingTests {
  private static let now = Instant(seconds: 1_795_000_000)

  private func play(
    _ started: Int64?, _ position: Int64?, total: Int64? = 3_000, at time: Instant? = now
  ) -> PlayReport? {
    PlayReport(
      EpisodeAction(
        podcast: "p", episode: "e", kind: .play, timestamp: time.map { "\($0)" }, started: started,
        position: position, total: total), now: Self.now)
  }

  @Test("A span of at most a day is listening")
  func spans() {
    #expect(play(0, 1) != nil)
    #expect(play(100, 86_500) != nil)
    #expect(play(100, 86_501) == nil)
    #expect(play(100, 100) == nil && play(200, 100) == nil && play(-1, 100) == nil)
    #expect(play(nil, 100) == nil && play(100, nil) == nil)
    #expect(play(0, 0, total: 0) == nil && play(0, 0, total: -1) == nil)
    let download = EpisodeAction(podcast: "p", episode: "e", kind: .download, started: 0, position: 10)
    #expect(PlayReport(download, now: Self.now) == nil)
  }

  @Test("A session ends at the action's time and began the heard seconds earlier")
  func first() throws {
    let report = try #require(play(600, 900, at: Self.now + -50))
    let listening = try #require(
      PlayRules.listening(report, of: "pod:1", continuing: nil, session: nil, now: Self.now))
    #expect(
      listening
        == ListeningReport(
          storyId: "pod:1", startedAt: Self.now + -350, endedAt: Self.now + -50, completed: false, duration: 300))
    #expect(try #require(play(0, 5, at: nil)).endedAt == Self.now)
  }

  @Test(
    "An episode is completed from 95 % of its length",
    arguments: [(949, 1_000, false), (950, 1_000, true), (2_000, 1_000, true), (950, 0, false), (950, -1, false)])
  func completion(_ position: Int64, _ total: Int64, _ isCompleted: Bool) {
    #expect(play(0, position, total: total)?.isCompleted == isCompleted)
    #expect(play(0, position, total: nil)?.isCompleted == false)
  }

  private func playing(_ position: Int64, written: WrittenSession?) -> Playing {
    Playing(
      started: 0, position: position, reportedAt: Self.now, startedAt: Self.now + -position, written: written)
  }

  private func session(_ seconds: Int64, duration: Double? = nil) -> ListeningSession {
    ListeningSession(
      storyId: "pod:1", startedAt: Self.now + -seconds, endedAt: Self.now, completed: false,
      duration: duration ?? Double(seconds))
  }

  @Test("A greater position extends the session from its first start")
  func extension_() throws {
    let known = session(100)
    let playing = playing(100, written: WrittenSession(known))
    let report = try #require(play(0, 250, at: Self.now + 40))
    let now = Self.now + 200
    let listening = try #require(
      PlayRules.listening(report, of: "pod:1", continuing: playing, session: known, now: now))
    #expect(listening.startedAt == known.startedAt && listening.endedAt == Self.now + 150)
    #expect(listening.duration == 250)
    for position in [100, 99, 1] as [Int64] {
      let equal = try #require(play(0, position))
      #expect(PlayRules.listening(equal, of: "pod:1", continuing: playing, session: known, now: now) == nil)
    }
  }

  @Test("Media time that is ahead of the clock ends five minutes from now")
  func fast() throws {
    let known = session(100)
    let report = try #require(play(0, 2_000))
    let listening = try #require(
      PlayRules.listening(
        report, of: "pod:1", continuing: playing(100, written: WrittenSession(known)), session: known, now: Self.now))
    #expect(listening.endedAt == Self.now + 300 && listening.duration == 2_000)
  }

  @Test("A session that a person has edited or deleted stays")
  func edited() throws {
    let known = session(100)
    let report = try #require(play(0, 250))
    let playing = playing(100, written: WrittenSession(known))
    for other in [session(100, duration: 90), session(90)] {
      #expect(PlayRules.listening(report, of: "pod:1", continuing: playing, session: other, now: Self.now) == nil)
    }
    #expect(PlayRules.listening(report, of: "pod:1", continuing: playing, session: nil, now: Self.now) == nil)
    let foreign = self.playing(100, written: nil)
    #expect(PlayRules.listening(report, of: "pod:1", continuing: foreign, session: known, now: Self.now) == nil)
  }

  @Test(
    "Reports within a day of the first one are the same playing",
    arguments: [(0, true), (86_400, true), (86_401, false)])
  func sameness(_ seconds: Int64, _ isSame: Bool) throws {
    let playing = playing(100, written: nil)
    #expect(PlayRules.isSame(playing, try #require(play(0, 200, at: Self.now + seconds))) == isSame)
    #expect(PlayRules.isSame(playing, try #require(play(0, 200, at: Self.now + -seconds))) == isSame)
  }
}

@Suite("Stories of podcasts")
struct PodcastStoryTests {
  @Test("The id is that of podcast and guid, or of podcast and URL")
  func ids() {
    #expect(PodcastStory.id(podcast: "http://p/f.xml", guid: "g-1", episode: "http://p/1.mp3").utf8.count == 20)
    #expect(
      PodcastStory.id(podcast: "http://p/f.xml", guid: "http://p/1.mp3", episode: "x")
        == PodcastStory.id(podcast: "http://p/f.xml", guid: nil, episode: "http://p/1.mp3"))
    #expect(
      PodcastStory.id(podcast: "a", guid: "b", episode: "c") != PodcastStory.id(podcast: "a", guid: nil, episode: "c"))
    #expect(PodcastStory.isId(PodcastStory.id(podcast: "a", guid: "b", episode: "c")))
    #expect(!PodcastStory.isId("pod:ABCDEF0123456789") && !PodcastStory.isId("pod:1") && !PodcastStory.isId("lb:"))
    // printf 'abc\ndef' | sha256sum | cut -c1-16
    #expect(PodcastStory.hash(podcast: "abc", name: "def") == "d53d6b91af7caf8f")
  }

  @Test(
    "The title is the last name in the path without its extension",
    arguments: [
      ("https://example.com/show/s01e20.mp3", "s01e20"), ("https://example.com/show/s01e20.mp3?x=a/b.ogg#c", "s01e20"),
      ("https://example.com/a%20b%C3%A9.m4a", "a bé"), ("https://example.com/a%ZZ.mp3", "a%ZZ"),
      ("https://example.com/v1.2", "v1.2"), ("https://example.com/.mp3", ".mp3"), ("https://example.com/a/", "a"),
      ("https://example.com", "example"), ("just a text", "just a text"), ("https://", "https://"), (" ", "episode"),
    ])
  func titles(_ url: String, _ title: String) {
    #expect(PodcastStory.title(of: url) == title)
  }

  @Test("A title has at most 500 characters")
  func longTitles() {
    let name = String(repeating: "é", count: 501)
    #expect(PodcastStory.title(of: "http://p/\(name).mp3").unicodeScalars.count == 500)
  }

  @Test("The length is that of the file, otherwise an hour or the position")
  func estimates() {
    func estimate(_ total: Int64?, _ position: Int64, _ known: Double? = nil, _ isGuess: Bool = true) -> [Double] {
      let (seconds, guess) = PodcastStory.estimate(total: total, position: position, known: known, isGuess: isGuess)
      return [seconds, guess ? 1 : 0]
    }
    #expect(estimate(1_800, 60) == [1_800, 0])
    #expect(estimate(nil, 60) == [3_600, 1] && estimate(0, 5_000) == [5_000, 1])
    #expect(estimate(1_800, 60, 3_600, true) == [1_800, 0])
    #expect(estimate(nil, 60, 1_800, false) == [1_800, 0])
    #expect(estimate(1_700, 60, 1_800, false) == [1_800, 0] && estimate(1_900, 60, 1_800, false) == [1_900, 0])
    #expect(estimate(nil, 9_000, 3_600, true) == [9_000, 1])
  }
}
