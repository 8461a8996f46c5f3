import Chronology
import Domain
import SeededRandom
import Testing

@testable import DomainModels

/// The dates of milestones and achievements in the time of the history.
struct UnlockDatingTests {
  private static let opened = Event.account(
    .opened(AccountOpened(at: instant("2026-11-01T00:00:00Z"), datesUnlocks: true)))
  private static let marked = Event.account(.unlocksDated(UnlocksDated()))

  private func dates(_ events: [Event]) -> [String: String] {
    var view = MilestonesView()
    for event in events { view.apply(event, zones: TestZones.shared) }
    let milestones = view.milestones(now: instant("2026-11-20T12:00:00Z")).map { ($0.id, $0.unlockedAt) }
    let achievements = view.achievements().map { ($0.id, $0.unlockedAt) }
    return Dictionary(uniqueKeysWithValues: milestones + achievements).compactMapValues { $0?.description }
  }

  private func finish(
    _ workId: String, _ finish: ReadDate?, rating: Double? = nil, at: String = "2026-11-20T10:00:00Z"
  ) -> Event {
    let read = Read(id: "r", status: .finished, finish: finish, rating: rating, createdAt: instant(at))
    return .reading(
      .entrySaved(
        EntrySaved(
          entry: LibraryEntry(workId: workId, status: .finished), reads: [ReadChange(new: read)], at: instant(at))))
  }

  private func at(_ text: String) -> ReadDate { .instant(instant(text)) }
  private func on(_ text: String) -> ReadDate { .date(PartialDate(text)!) }

  /// Ten days of listening, and twelve rated books.
  private var facts: [Event] {
    var history = StatsHistory()
    for number in 1...6 { history.story("s\(number)", at: "2020-0\(number)-01T00:00:00Z") }
    for day in 10...19 { history.listen("2020-07-\(day)T10:00:00Z", minutes: 10, to: "s1") }
    let books = (1...12).map { number in
      finish("w\(number)", at("2021-\(number < 10 ? "0" : "")\(number)-01T12:00:00Z"), rating: number < 7 ? 4 : 1)
    }
    return history.events + books
  }

  @Test("The order in which an import writes does not matter", arguments: 1...20)
  func anyOrder(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let found = dates([Self.opened] + facts.shuffled(using: &random))
    #expect(
      found == [
        "stories-1": "2020-01-01T00:00:00Z", "stories-5": "2020-05-01T00:00:00Z", "streak-7": "2020-07-16T10:10:00Z",
        "listening-1h": "2020-07-15T10:10:00Z", "first-steps": "2021-01-01T12:00:00Z",
        "bookworm": "2021-10-01T12:00:00Z", "quality-reader": "2021-05-01T12:00:00Z",
      ])
  }

  @Test("Facts that are added later move a date earlier, and deletions and edits never move it later")
  func minimum() {
    var history = StatsHistory()
    history.story("a", at: "2026-02-01T00:00:00Z")
    history.story("b", at: "2026-01-01T00:00:00Z")
    let early = history.listen("2026-03-01T10:00:00Z", minutes: 60, to: "a")
    #expect(dates([Self.opened] + history.events)["listening-1h"] == "2026-03-01T11:00:00Z")
    history.remove(early)
    history.remove(story: "b")
    history.listen("2026-05-01T10:00:00Z", minutes: 60, to: "a")
    let found = dates([Self.opened] + history.events)
    #expect(found["listening-1h"] == "2026-03-01T11:00:00Z" && found["stories-1"] == "2026-01-01T00:00:00Z")
    history.listen("2026-02-01T10:00:00Z", minutes: 60, to: "a")
    #expect(dates([Self.opened] + history.events)["listening-1h"] == "2026-02-01T11:00:00Z")
  }

  @Test("A session that grows into a day before the first other session of that day moves the date of a streak")
  func growing() {
    func reading(_ day: Int, _ end: String) -> ReadingSession {
      ReadingSession(
        workId: "w", startedAt: instant("2026-03-0\(day)T20:00:00Z"), endedAt: instant(end), startPage: 1, endPage: 2)
    }
    let days = (1...6).map { reading($0, "2026-03-0\($0)T20:10:00Z") }
    let last = reading(7, "2026-03-07T20:10:00Z")
    var events: [Event] = [Self.opened]
    events += (days + [last]).map { .reading(.recorded(ReadingRecorded(session: $0))) }
    #expect(dates(events)["consistent-reader"] == "2026-03-07T20:10:00Z")
    let longer = reading(6, "2026-03-07T00:30:00Z")
    events.append(.reading(.changed(ReadingChanged(old: days[5], new: longer))))
    #expect(dates(events)["consistent-reader"] == "2026-03-07T00:30:00Z")

    func listening(_ one: ReadingSession) -> ListeningSession {
      ListeningSession(
        storyId: "s", startedAt: one.startedAt, endedAt: one.endedAt, completed: true, duration: 60)
    }
    events = [Self.opened]
    events += (days + [last]).map { .listening(.recorded(ListeningRecorded(session: listening($0)))) }
    #expect(dates(events)["streak-7"] == "2026-03-07T20:10:00Z")
    events.append(.listening(.changed(ListeningChanged(old: listening(days[5]), new: listening(longer)))))
    #expect(dates(events)["streak-7"] == "2026-03-07T00:30:00Z")
  }

  @Test("A partial finish counts from its end, at the latest now, and an unknown one before all others")
  func partial() {
    #expect(dates([Self.opened, finish("a", on("2020-03"))])["first-steps"] == "2020-03-31T23:59:59Z")
    #expect(dates([Self.opened, finish("a", on("2026"))])["first-steps"] == "2026-11-20T10:00:00Z")
    let unknown = finish("a", nil)
    #expect(dates([Self.opened, unknown])["first-steps"] == "2026-11-20T10:00:00Z")
    let dated = finish("b", at("2019-05-01T00:00:00Z"))
    #expect(dates([Self.opened, unknown, dated])["first-steps"] == "2019-05-01T00:00:00Z")
    let many = (1...10).map { finish("u\($0)", nil) }
    #expect(dates([Self.opened] + many)["bookworm"] == "2026-11-20T10:00:00Z")
    #expect(dates([Self.opened] + many + [dated])["bookworm"] == "2019-05-01T00:00:00Z")
  }

  @Test("An unlock of an earlier version keeps its date unless later facts reach it earlier")
  func upgraded() {
    var old = StatsHistory()
    old.story("a", at: "2026-02-01T00:00:00Z")
    old.story("b", at: "2026-06-01T00:00:00Z")
    old.listen("2026-03-01T10:00:00Z", minutes: 60, to: "a")
    let before = old.events
    #expect(dates(before)["listening-1h"] == "2026-06-01T00:00:00Z")
    #expect(dates(before + [Self.marked])["listening-1h"] == "2026-06-01T00:00:00Z")
    old.listen("2026-07-01T10:00:00Z", minutes: 60, to: "a")
    let later = Array(old.events.dropFirst(before.count))
    #expect(dates(before + [Self.marked] + later)["listening-1h"] == "2026-06-01T00:00:00Z")
    old.listen("2026-02-10T10:00:00Z", minutes: 60, to: "a")
    let earlier = Array(old.events.dropFirst(before.count))
    #expect(dates(before + [Self.marked] + earlier)["listening-1h"] == "2026-02-10T11:00:00Z")
    // Locked ones follow the facts.
    for day in 10...15 { old.listen("2026-01-\(day)T10:00:00Z", minutes: 40, to: "a") }
    let all = Array(old.events.dropFirst(before.count))
    #expect(dates(before + [Self.marked] + all)["listening-5h"] == "2026-02-10T11:00:00Z")
  }

  @Test("If the only dated finish is in the future and is removed, the finishes without a date count from now")
  func futureFinishRemoved() {
    let now = "2026-11-20T10:00:00Z"
    let removed = Event.reading(
      .workRemoved(WorkRemoved(work: Work(id: "b", title: "b"), entry: LibraryEntry(workId: "b", status: .finished))))
    for (date, expected) in [(nil, "2027-05-01T12:00:00Z"), (on("2028"), now)] {
      let both = [Self.opened, finish("b", at("2027-05-01T12:00:00Z")), finish("a", date)]
      #expect(dates(both)["first-steps"] == expected)
      #expect(dates(both + [removed])["first-steps"] == now)
    }
  }

  @Test("A later write that moves a year which is not over behind other finishes can reach a mean rating")
  func laterNow() {
    var events = [Self.opened]
    events += (1...4).map { finish("w\($0)", at("2026-01-0\($0)T12:00:00Z"), rating: 4) }
    // The finish of the whole year counts now, before the one of December.
    events.append(finish("bad", on("2026"), rating: 1))
    events.append(finish("w5", at("2026-12-01T12:00:00Z"), rating: 4))
    #expect(dates(events)["quality-reader"] == nil)
    // A write that changes no finish.
    let value = DiversityValueSet(
      workId: "other", dimension: .gender, value: DiversityDimension.gender.values[0], points: 0,
      at: instant("2026-12-05T12:00:00Z"))
    #expect(dates(events + [.diversity(.valueSet(value))])["quality-reader"] == "2026-12-01T12:00:00Z")
  }

  @Test("Settings that count always do not move an unlock of an earlier version")
  func keptWithOtherSettings() {
    var old = StatsHistory()
    old.story("a", at: "2026-02-01T00:00:00Z")
    old.listen("2026-03-01T10:00:00Z", minutes: 60, to: "a")
    old.story("b", at: "2026-06-01T00:00:00Z")
    old.listen("2026-06-02T10:00:00Z", minutes: 1, to: "b")
    let books = [finish("b", at("2026-09-01T10:00:00Z")), finish("a", at("2026-04-01T10:00:00Z"))]
    let before = old.events + books
    let known = dates(before)
    #expect(known["first-steps"] == "2026-09-01T10:00:00Z" && known["listening-1h"] != nil)
    for zone in ["Asia/Tokyo", "America/New_York"] {
      let profile = Profile(timezone: zone, createdAt: Instant(seconds: 0))
      let moved = Event.account(.profileChanged(ProfileChanged(profile: profile)))
      #expect(dates(before + [Self.marked, moved]) == known)
    }
  }
}
