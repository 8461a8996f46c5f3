package import API
package import Chronology
import Domain
package import Proto
import SeededRandom

/// A user who makes random calls over past months. Each call has its own time.
package struct RandomHistory {
  private let session: Client<SessionAPI>
  private let diversity: Client<DiversityAPI>
  private let user: String
  var dice: SplitMix
  private(set) var clock: Instant
  /// The starts of existing and deleted sessions.
  private var starts: [String: [Instant]] = [:]

  package init(
    seed: UInt64, from clock: Instant, user: String, session: Client<SessionAPI>, diversity: Client<DiversityAPI>
  ) {
    self.session = session
    self.diversity = diversity
    self.user = user
    self.clock = clock
    dice = SplitMix(seed: seed)
  }

  /// Includes rejected calls, which leave no trace.
  package mutating func live(steps: Int) async throws {
    for _ in 0..<steps {
      clock = clock + any([0, 1, 40, 600, 3_600, 20_000, 86_400, 200_000])
      do {
        try await step()
      } catch let fault as Fault where fault.code == .invalid || fault.code == .notFound || fault.code == .conflict {
        continue
      }
    }
  }

  mutating func any<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &dice)]
  }

  private mutating func step() async throws {
    switch Int.random(in: 0..<24, using: &dice) {
    case 0: try await changeProfile()
    case 1: try await changeHeroes()
    case 2, 3: try await changeStories()
    case 4...7: try await listen()
    case 8, 9: try await changeWorks()
    case 10, 11: try await changeLibrary()
    case 12...14: try await time()
    case 15, 16: try await read()
    case 17...19: try await describe()
    case 20, 21: try await march()
    case 22: try await aim()
    default: try await call(SessionAPI.CreateShare(picture: .radar))
    }
  }

  private func call<M: Method>(_ method: M) async throws where M.API == SessionAPI {
    _ = try await session.call(method, meta: CallMeta(user: user, at: clock))
  }

  private func call<M: Method>(_ method: M) async throws where M.API == DiversityAPI {
    _ = try await diversity.call(method, meta: CallMeta(user: user, at: clock))
  }

  /// The values of `since`.
  private static let moments: [String?] = [nil, nil, "now", "always", "1970-01-02", "2026-02-28"]

  private mutating func changeProfile() async throws {
    var save = SessionAPI.SaveProfile()
    save.timezone = any([nil, "UTC", "America/New_York", "Asia/Kolkata", "Pacific/Apia"])
    // A text that looks like an instant, and one that JSON has to escape.
    save.displayName = any([.unchanged, .cleared, .set("2020-01-01T00:00:00Z"), .set("Ada \"\u{1}\n☕")])
    save.dayStart = any([nil, 0, 4])
    save.restDaysPerWeek = any([nil, 0, 2])
    save.since = any(Self.moments)
    try await call(save)
  }

  private mutating func changeHeroes() async throws {
    let id = any(["h1", "h2", "h3"])
    if any([true, true, false]) {
      try await call(SessionAPI.SaveHero(id: id, name: any(["Mia", "Léo"])))
    } else {
      try await call(SessionAPI.DeleteHero(id: id))
    }
  }

  private mutating func changeStories() async throws {
    let id = any(["s1", "s2", "s3"])
    switch any([0, 0, 0, 1, 2, 3]) {
    case 0:
      try await call(
        SessionAPI.SaveStory(
          id: id, title: any(["Moon", "2021-02-03"]), heroId: any([nil, "h1", "h2"]),
          estimatedDuration: any([300, 600.5, 7_200]), createdAt: any([nil, clock + -500_000]),
          isFavorite: any([nil, true, false])))
    case 1: try await call(SessionAPI.DeleteStory(id: id))
    case 2: try await call(SessionAPI.FavoriteStory(id: id))
    default: try await call(SessionAPI.UnfavoriteStory(id: id))
    }
  }

  /// Returns a new start, or one that was used before.
  private mutating func start(_ kind: String) -> Instant {
    let known = starts[kind, default: []]
    if !known.isEmpty, any([true, false]) { return any(Array(known.suffix(4))) }
    let start = clock + -any([60, 900, 4_000, 90_000])
    starts[kind] = known + [start]
    return start
  }

  private mutating func listen() async throws {
    let (story, start) = (any(["s1", "s2", "s3"]), start("listening"))
    let end = start + any([0, 30, 600, 800, 3_600])
    let id = SessionIdentifier(storyId: story, startedAt: start).text
    switch any([0, 0, 0, 1, 1, 2]) {
    case 0:
      try await call(
        SessionAPI.RecordListening(
          storyId: story, startedAt: start, endedAt: end, completed: any([true, false]),
          duration: any([nil, 0, 10.25, 500, 5_000])))
    case 1:
      try await call(
        SessionAPI.PatchListeningSession(
          id: id, endedAt: any([.unchanged, .set(end)]), completed: any([.unchanged, .set(true), .set(false)]),
          duration: any([.unchanged, .cleared, .set(450), .set(5_000)])))
    default: try await call(SessionAPI.DeleteListeningSession(id: id))
    }
  }

  private mutating func changeWorks() async throws {
    let id = any(["w1", "w2", "w3"])
    if any([true, true, true, false]) {
      var work = Work(id: id, title: any(["Emma", "Beloved: \\ a novel"]))
      work.authors = any([[], ["Jane Austen", "A. B."]])
      work.pageCount = any([nil, 120, 400])
      work.language = any([nil, "English", "Deutsch"])
      work.genres = any([[], ["Novel"]])
      work.publishedYear = any([nil, 1815, 1987])
      work.identifiers.isbn = any([[], [], ["9780141439587"]])
      work.tags = WorkTags(any([[], [], ["Classics"], ["sea", "Ünder"]]))
      work.identifiers.goodreads = any([nil, nil, "6969"])
      try await call(SessionAPI.SaveWork(work))
    } else {
      try await call(SessionAPI.DeleteWork(id: id))
    }
  }

  private mutating func changeLibrary() async throws {
    let id = any(["w1", "w2", "w3"])
    let status = any(ReadingStatus.allCases + [.reading, .reading])
    switch any([0, 0, 1, 1, 2]) {
    case 0:
      try await call(
        SessionAPI.SaveEntry(
          workId: id, status: status, currentPage: any([nil, 0, 90, 300]), rating: any([nil, 0, 4.5]),
          startedAt: any([nil, clock + -700_000]), finishedAt: any([nil, nil, clock + -5])))
    case 1:
      try await call(
        SessionAPI.PatchEntry(
          workId: id, status: any([.unchanged, .set(status)]), currentPage: any([.unchanged, .set(15)]),
          rating: any([.unchanged, .cleared, .set(3)]), startedAt: any([.unchanged, .cleared]),
          finishedAt: any([.unchanged, .cleared, .set(clock + -9)])))
    default: try await call(SessionAPI.DeleteEntry(workId: id))
    }
  }

  private mutating func time() async throws {
    switch any([0, 0, 1, 1, 1, 2]) {
    case 0:
      try await call(
        SessionAPI.StartTimer(workId: any(["w1", "w2", "w3"]), startPage: any([nil, 5])))
      starts["reading", default: []].append(clock)
    case 1:
      let endedAt: Instant? = any([nil, nil, clock, clock + -30])
      try await call(SessionAPI.StopTimer(endPage: any([0, 30, 110]), endedAt: endedAt))
    default: try await call(SessionAPI.DiscardTimer())
    }
  }

  private mutating func read() async throws {
    let (work, start) = (any(["w1", "w2", "w3"]), start("reading"))
    let end = start + any([0, 30, 1_800, 4_000])
    let id = SessionIdentifier(workId: work, startedAt: start).text
    switch any([0, 0, 0, 1, 1, 2]) {
    case 0:
      try await call(
        SessionAPI.RecordReading(
          ReadingSession(workId: work, startedAt: start, endedAt: end, startPage: any([0, 20]), endPage: any([5, 90]))))
    case 1:
      try await call(
        SessionAPI.PatchReadingSession(
          id: id, endedAt: any([.unchanged, .set(end)]), startPage: any([.unchanged, .set(1)]),
          endPage: any([.unchanged, .set(70)])))
    default: try await call(SessionAPI.DeleteReadingSession(id: id))
    }
  }

  private mutating func describe() async throws {
    let (work, dimension) = (any(["w1", "w2", "w3"]), any(["gender", "culturalOrigin", "geography"]))
    let value = dimension == "gender" ? any(["Female", "Unknown"]) : any(["African", "Africa", "Europe", "European"])
    switch any([0, 0, 1, 2, 2, 2, 3]) {
    case 0: try await call(DiversityAPI.SetValue(workId: work, dimension: dimension, value: value))
    case 1: try await call(DiversityAPI.ClearValue(workId: work, dimension: dimension))
    case 2:
      let answer = any(["Asian", "Male", "Translated", "Own Voices", "Standard"])
      for prompt in try await prompts() { try await call(DiversityAPI.AnswerPrompt(id: prompt, value: answer)) }
    default: for prompt in try await prompts() { try await call(DiversityAPI.SkipPrompt(id: prompt)) }
    }
  }

  private func prompts() async throws -> [String] {
    try await diversity.call(DiversityAPI.ListPrompts(), meta: CallMeta(user: user, at: clock)).items.map(\.id)
  }

  private mutating func march() async throws {
    let start = start("rucks")
    let id = any([nil, "r1", "r2", "r\(start.seconds)"])
    var ruck = Ruck(
      id: id, startedAt: start, endedAt: start + any([600, 5_000]), distance: any([0, 1_200.75, 5_000]),
      loadWeight: any([0, 12.5]))
    ruck.calories = any([nil, 300])
    ruck.movingTime = any([nil, 550])
    ruck.terrain = any([nil, [], [RuckSegment(type: .trail, distance: 600)]])
    ruck.weather = any([nil, RuckWeather(temperature: -3.5, condition: "snow")])
    switch any([0, 0, 1, 2]) {
    case 0: try await call(SessionAPI.RecordRuck(ruck))
    case 1:
      try await call(
        SessionAPI.PatchRuck(
          id: ruck.id, endedAt: any([.unchanged, .set(ruck.endedAt)]), distance: .set(ruck.distance),
          calories: any([.unchanged, .cleared, .set(1)]), terrain: any([.unchanged, .cleared]),
          weather: any([.unchanged, .cleared, .set(.init(temperature: .set(1), condition: .set("rain")))])))
    default: try await call(SessionAPI.DeleteRuck(id: ruck.id))
    }
  }

  private mutating func aim() async throws {
    let type = any(GoalType.allCases.map(\.rawValue))
    if any([true, true, false]) {
      try await call(SessionAPI.SaveGoal(type: type, target: any([3, 9]), since: any(Self.moments)))
    } else {
      try await call(SessionAPI.ClearGoal(type: type))
    }
  }
}
