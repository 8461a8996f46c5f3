import Chronology
import Domain

/// One event of each kind with every optional member, and some without.
enum EventSamples {
  static let all: [(name: String, event: Event)] =
    account + catalogue + listening + library + reading + diversity + rucks + goals + shares
    + connections + covers

  private static let at = Instant(seconds: 1_795_168_800)
  private static let story = Story(
    id: "the-lighthouse", title: "The Lighthouse", heroId: "ada", estimatedDuration: 612.5, createdAt: at,
    isFavorite: true)
  private static let linkedStory: Story = {
    var linked = story
    linked.workId = "w1"
    linked.authors = ["Octavia E. Butler"]
    linked.isbn = "9780807083697"
    linked.asin = "B009U9S6FI"
    linked.isMatchDismissed = true
    return linked
  }()
  private static let plainStory = Story(id: "x", title: "", estimatedDuration: 900, createdAt: at + 1)
  private static let session = ListeningSession(
    storyId: "the-lighthouse", startedAt: at, endedAt: at + 600, completed: true, duration: 918.75, given: 2_000)
  private static let plainSession = ListeningSession(
    storyId: "the-lighthouse", startedAt: at, endedAt: at + 300, completed: false, duration: 0.1)

  private static let account: [(String, Event)] = [
    ("account.opened", .account(.opened(AccountOpened(at: at)))),
    ("account.opened, dated", .account(.opened(AccountOpened(at: at, datesUnlocks: true)))),
    ("unlocks.dated", .account(.unlocksDated(UnlocksDated()))),
    (
      "profile.changed",
      .account(
        .profileChanged(
          ProfileChanged(
            profile: Profile(
              displayName: "Émile", timezone: "Europe/Berlin", dayStart: 4, restDaysPerWeek: 2, createdAt: at))))
    ),
    ("profile.changed, defaults", .account(.profileChanged(ProfileChanged(profile: Profile(createdAt: at))))),
    (
      "profile.changed, since",
      .account(
        .profileChanged(
          ProfileChanged(
            profile: Profile(timezone: "Asia/Tokyo", dayStart: 4, createdAt: at),
            changes: [SettingChange(.timezone, since: at + 60), SettingChange(.dayStart, since: nil)])))
    ),
  ]

  private static let catalogue: [(String, Event)] = [
    ("hero.saved", .catalogue(.heroSaved(HeroSaved(hero: Hero(id: "ada", name: "Ada"))))),
    ("hero.removed", .catalogue(.heroRemoved(HeroRemoved(hero: Hero(id: "ada", name: "Ada"))))),
    ("story.saved", .catalogue(.storySaved(StorySaved(story: plainStory)))),
    ("story.saved, replacing", .catalogue(.storySaved(StorySaved(story: story, old: plainStory)))),
    ("story.saved, linked", .catalogue(.storySaved(StorySaved(story: linkedStory, old: story)))),
    ("story.removed", .catalogue(.storyRemoved(StoryRemoved(story: story)))),
    ("story.favorited", .catalogue(.storyFavorited(StoryFavorited(storyId: "x")))),
    ("story.unfavorited", .catalogue(.storyUnfavorited(StoryUnfavorited(storyId: "x")))),
  ]

  private static let listening: [(String, Event)] = [
    ("session.recorded", .listening(.recorded(ListeningRecorded(session: plainSession)))),
    ("session.recorded, capped", .listening(.recorded(ListeningRecorded(session: session)))),
    ("session.changed", .listening(.changed(ListeningChanged(old: plainSession, new: session)))),
    ("session.removed", .listening(.removed(ListeningRemoved(session: session)))),
  ]

  private static let work = Work(
    id: "w1", title: "Kindred", authors: ["Octavia E. Butler"], pageCount: 264, language: "en", originalLanguage: "en",
    genres: ["Science Fiction", "Classics"], publishedYear: 1979)
  private static let known: Work = {
    var known = work
    known.identifiers.isbn = ["9780807083697", "9780807083055"]
    known.identifiers.goodreads = "60931"
    known.identifiers.asin = "B009U9S6FI"
    return known
  }()
  private static let placed: Work = {
    var placed = work
    placed.series = BookSeries(name: "The Patternist", position: 2.5)
    return placed
  }()
  private static let tagged: Work = {
    var tagged = work
    tagged.tags = WorkTags(["classics", "book club"])
    return tagged
  }()
  private static let entry = LibraryEntry(
    workId: "w1", status: .finished, currentPage: 264, rating: 4.5, startedAt: at, finishedAt: at + 86_400)

  private static let library: [(String, Event)] = [
    ("work.saved", .reading(.workSaved(WorkSaved(work: work, old: Work(id: "w1", title: "Kindred"))))),
    ("work.saved, identifiers", .reading(.workSaved(WorkSaved(work: known, old: work)))),
    ("work.saved, series", .reading(.workSaved(WorkSaved(work: placed, old: work)))),
    ("work.saved, tags", .reading(.workSaved(WorkSaved(work: tagged, old: work)))),
    ("work.removed", .reading(.workRemoved(WorkRemoved(work: work, entry: entry)))),
    (
      "entry.saved",
      .reading(.entrySaved(EntrySaved(entry: entry, old: LibraryEntry(workId: "w1", status: .wantToRead))))
    ),
    ("entry.saved, reads", .reading(.entrySaved(savedWithReads))),
    ("entry.saved, listening", .reading(.entrySaved(savedByLink))),
    ("entry.saved, review", .reading(.entrySaved(savedWithReview))),
    ("entry.removed", .reading(.entryRemoved(EntryRemoved(entry: entry)))),
    ("entry.removed, reads", .reading(.entryRemoved(EntryRemoved(entry: entry, reads: [read])))),
    (
      "work.removed, reads",
      .reading(.workRemoved(WorkRemoved(work: work, entry: entry, reads: [read])))
    ),
  ]

  private static let read = Read(
    id: "r1", status: .finished, start: .date(.month(year: 2026, month: 5)), finish: .instant(at + 86_400),
    rating: 4.25, format: .audio, note: "On the train.", createdAt: at, origin: .imported)

  private static let savedWithReview: EntrySaved = {
    var reviewed = read
    reviewed.review = ReadReview("One.\nTwo.")
    return EntrySaved(entry: entry, reads: [ReadChange(old: read, new: reviewed)], at: at)
  }()

  private static let savedWithReads: EntrySaved = {
    var wanted = LibraryEntry(workId: "w1", status: .wantToRead, currentPage: 12)
    wanted.startedOn = .year(2025)
    wanted.wantedAt = at
    let open = Read(id: "r2", status: .reading, createdAt: at, origin: .person)
    return EntrySaved(
      entry: wanted, old: entry,
      reads: [ReadChange(old: open), ReadChange(old: read, new: open), ReadChange(new: read)],
      at: at)
  }()

  private static let savedByLink: EntrySaved = {
    var linked = LibraryEntry(workId: "w1", status: .wantToRead)
    linked.isFromLink = true
    let last = ListeningPlace(startedAt: at + 600, storyId: "the-lighthouse")
    let first = ListeningPlace(startedAt: at, storyId: "the-lighthouse")
    let heard = Read(ListenThroughs.Finished(first: first, last: last, endedAt: at + 1_200), rating: 4.5)
    return EntrySaved(entry: linked, reads: [ReadChange(new: heard)], at: at)
  }()

  private static let timer = ReadingTimer(workId: "w1", startedAt: at, startPage: 12)
  private static let pages = ReadingSession(
    workId: "w1", startedAt: at, endedAt: at + 1_800, startPage: 12, endPage: 40)

  private static let reading: [(String, Event)] = [
    ("reading.timerStarted", .reading(.timerStarted(ReadingTimerStarted(timer: timer)))),
    ("reading.timerStopped", .reading(.timerStopped(ReadingTimerStopped(timer: timer)))),
    ("reading.timerDiscarded", .reading(.timerDiscarded(ReadingTimerDiscarded(timer: timer)))),
    ("reading.recorded", .reading(.recorded(ReadingRecorded(session: pages)))),
    ("reading.changed", .reading(.changed(ReadingChanged(old: pages, new: pages)))),
    ("reading.removed", .reading(.removed(ReadingRemoved(session: pages)))),
  ]

  private static let value = DiversityValueSet(
    workId: "w1", dimension: .gender, value: "Female", old: "Unknown", points: 5, at: at)

  private static let diversity: [(String, Event)] = [
    ("diversity.valueSet", .diversity(.valueSet(value))),
    (
      "diversity.valueCleared",
      .diversity(.valueCleared(DiversityValueCleared(workId: "w1", dimension: .gender, old: "Female", at: at)))
    ),
    (
      "diversity.promptOpened",
      .diversity(.promptOpened(DiversityPromptOpened(workId: "w1", startedAt: at, dimension: .ownVoices)))
    ),
    (
      "diversity.promptAnswered",
      .diversity(.promptAnswered(DiversityPromptAnswered(startedAt: at, answer: value)))
    ),
    (
      "diversity.promptSkipped",
      .diversity(.promptSkipped(DiversityPromptSkipped(workId: "w1", startedAt: at, at: at + 60)))
    ),
  ]

  private static let plainRuck = Ruck(startedAt: at, endedAt: at + 7_200, distance: 10_000, loadWeight: 20.5)
  private static let ruck = Ruck(
    id: "hill", startedAt: at, endedAt: at + 7_260, distance: 10_000, loadWeight: 20.5, calories: 950.25,
    elevationGain: 310, movingTime: 6_900, terrain: [.init(type: .trail, distance: 7_000.5)],
    weather: RuckWeather(temperature: -3.5, condition: "Schnee"))

  private static let namedRuck: Ruck = {
    var named = ruck
    (named.name, named.note, named.track) = ("Grat", "Neue Stiefel.", .stored)
    return named
  }()
  private static let ruckWithoutTrack: Ruck = {
    var changed = namedRuck
    changed.track = .removed
    return changed
  }()

  private static let rucks: [(String, Event)] = [
    ("ruck.recorded", .rucks(.recorded(RuckRecorded(ruck: plainRuck)))),
    ("ruck.recorded, whole", .rucks(.recorded(RuckRecorded(ruck: ruck)))),
    ("ruck.changed", .rucks(.changed(RuckChanged(old: plainRuck, new: ruck)))),
    ("ruck.recorded, named", .rucks(.recorded(RuckRecorded(ruck: namedRuck)))),
    ("ruck.changed, without track", .rucks(.changed(RuckChanged(old: namedRuck, new: ruckWithoutTrack)))),
    ("ruck.removed", .rucks(.removed(RuckRemoved(ruck: ruck)))),
  ]

  private static let goals: [(String, Event)] = [
    ("goal.set", .goals(.set(GoalSet(type: .annualReading, target: 24)))),
    ("goal.set, replacing", .goals(.set(GoalSet(type: .culturalDiversity, target: 1_000_000_000, old: 8)))),
    ("goal.cleared", .goals(.cleared(GoalCleared(type: .readingStreak, old: 30)))),
  ]

  private static let plainShare = Share(id: "00010203040506ff", picture: .radar, createdAt: at)
  private static let share = Share(
    id: "00010203040506ff", picture: .achievement, theme: .dark,
    options: ShareOptions(range: .year, year: 2026, achievement: "bookworm", metric: .minutesThisWeek), createdAt: at,
    expiresAt: at + 3_600)

  private static let monthShare = Share(
    id: "00010203040506ff", picture: .review, options: ShareOptions(year: 2026, month: 3), createdAt: at)

  private static let connections: [(String, Event)] = [
    ("connection.changed", .connections(.changed(ConnectionChanged(connectionId: "00010203040506ff"))))
  ]

  private static let shares: [(String, Event)] = [
    ("share.created", .shares(.created(ShareCreated(share: plainShare, hash: [0, 1, 2, 255])))),
    ("share.created, whole", .shares(.created(ShareCreated(share: share, hash: [0, 1, 2, 255])))),
    ("share.created, of a month", .shares(.created(ShareCreated(share: monthShare, hash: [0, 1, 2, 255])))),
    ("share.deleted", .shares(.deleted(ShareDeleted(share: share)))),
  ]

  private static let covers: [(String, Event)] = [
    (
      "cover.saved",
      .covers(
        .saved(
          CoverSaved(
            kind: .work, id: "w1", type: "image/jpeg", size: 48_213,
            digest: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")))
    ),
    ("cover.removed", .covers(.removed(CoverRemoved(kind: .story, id: "the-lighthouse")))),
  ]
}
