import Chronology
import Domain
import SeededRandom
import Testing

@testable import DomainModels

struct ListenThroughsTests {
  private static let start = instant("2025-03-01T10:00:00Z")

  private func session(_ story: String, _ minutes: Int64, completed: Bool = false) -> ListeningSession {
    let startedAt = Self.start + minutes * 60
    return ListeningSession(
      storyId: story, startedAt: startedAt, endedAt: startedAt + 1_800, completed: completed, duration: 1_800)
  }

  /// As the service does: completed sessions in order, and a look-up of the session after a position.
  private func throughs(_ sessions: [ListeningSession]) -> ListenThroughs {
    let places = sessions.map { ListeningPlace($0) }.sorted()
    let completed = sessions.filter(\.completed).sorted { ListeningPlace($0) < ListeningPlace($1) }
    return ListenThroughs(completed: Array(completed.prefix(ListenThroughs.most + 1))) { place in
      places.first { place == nil || $0 > place! }
    }
  }

  @Test("Each completed session ends a listen-through, also across the stories of a work")
  func parts() {
    let found = throughs([
      session("a", 0), session("b", 60), session("a", 120, completed: true), session("b", 180, completed: true),
      session("a", 240),
    ])
    #expect(found.finished.map(\.first.storyId) == ["a", "b"] && found.finished.map(\.last.storyId) == ["a", "b"])
    #expect(found.finished[0].span == ListeningSpan(startedAt: Self.start, endedAt: Self.start + 9_000))
    #expect(found.unfinished == ListeningPlace(startedAt: Self.start + 14_400, storyId: "a"))
    let id = SessionIdentifier(storyId: "a", startedAt: Self.start + 7_200).text
    #expect(found.finished[0].id == "l-\(id)")
    #expect(throughs([]).unfinished == nil && throughs([session("a", 0, completed: true)]).unfinished == nil)
  }

  @Test("Sessions of one second are in the order of their stories")
  func ties() {
    let found = throughs([session("b", 0, completed: true), session("a", 0), session("c", 0)])
    #expect(found.finished.map(\.first.storyId) == ["a"] && found.unfinished?.storyId == "c")
  }

  @Test("Only the first of very many listen-throughs count, so that no earlier year changes")
  func most() {
    let all = (0..<Int64(ListenThroughs.most + 5)).map { session("a", $0 * 60, completed: true) }
    let found = throughs(all)
    #expect(found.finished.count == ListenThroughs.most && found.unfinished == nil)
    #expect(found.finished.first?.first.startedAt == Self.start)
    #expect(throughs(Array(all.prefix(ListenThroughs.most))).finished == found.finished)
  }

  @Test("Random sessions are divided as by walking through them")
  func random() {
    for seed in RandomSeeds.some(200) {
      var random = SplitMix(seed: seed)
      var made: [ListeningPlace: ListeningSession] = [:]
      for _ in 0..<Int.random(in: 0...30, using: &random) {
        let one = session(
          ["a", "b", "é"].randomElement(using: &random)!, Int64.random(in: 0...20, using: &random) * 30,
          completed: Int.random(in: 0...3, using: &random) == 0)
        made[ListeningPlace(one)] = one
      }
      var expected: [(ListeningPlace, ListeningPlace)] = []
      var first: ListeningPlace?
      for (place, session) in made.sorted(by: { $0.key < $1.key }) {
        let begin = first ?? place
        first = session.completed ? nil : begin
        if session.completed { expected.append((begin, place)) }
      }
      let found = throughs(Array(made.values))
      #expect(found.finished.map(\.first) == expected.map(\.0), "seed \(seed)")
      #expect(found.finished.map(\.last) == expected.map(\.1) && found.unfinished == first, "seed \(seed)")
    }
  }
}
