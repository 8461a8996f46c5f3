import Chronology

/// The state from which reading insights and achievements are computed: books, library, sessions and targets of goals.
///
/// All sums are integers that each event updates, so an edit of an old session costs as little as a new one.
struct ReadingFold: Sendable {
  private(set) var books = WorkTable<Book>()
  private(set) var names = Names()
  private(set) var targets = GoalTargets()
  private(set) var sessions = ReadingSessions()
  private(set) var calendar = LocalCalendar(zone: .utc)
  private(set) var restDays = SettingByDay(0)
  /// The first second at which the last change of settings made a difference to streaks, or nil if it made none.
  private(set) var settingsDifference: Int64?
  /// When a finish that is not known to the second was last written.
  private var lastImpreciseFinish: Instant?
  /// The latest time at which a fact was written, if its event contains it.
  private var lastWrite: Instant?
  private var isBaseChanged = false

  // Derived from the above.
  /// All finished books of all time.
  private(set) var finished = FinishedTally()
  private var finishedIndex = FinishedIndex()
  private var finishedSpans = FinishedSpans()
  private var timeline = FinishTimeline()

  struct Names: Sendable {
    var genres = NameTable()
    var languages = NameTable()

    var count: Int { genres.names.count + languages.names.count }
  }

  mutating func apply(_ event: Event) {
    switch event {
    case .reading(.workSaved(let event)): save(event.work)
    case .reading(.workRemoved(let event)): change(event.work.id) { $0 = Book() }
    case .reading(.entrySaved(let event)): save(event)
    case .reading(.entryRemoved(let event)): change(event.entry.workId) { $0.reads = [] }
    case .diversity(.valueSet(let event)): set(event)
    case .diversity(.promptAnswered(let event)): set(event.answer)
    case .diversity(.valueCleared(let event)):
      if event.dimension == .culturalOrigin { change(event.workId) { $0.setCulture(nil) } }
    case .reading(.recorded(let event)): save(event.session)
    case .reading(.changed(let event)): save(event.new)
    case .reading(.removed(let event)): remove(event.session)
    case .goals(.set(let event)): set(event.target, for: event.type, since: event.since)
    case .goals(.cleared(let event)): set(nil, for: event.type, since: event.since)
    case .reading(.timerStarted), .reading(.timerStopped), .reading(.timerDiscarded): break
    case .diversity(.promptOpened), .diversity(.promptSkipped): break
    // The view sets the zone in which days are counted.
    case .account, .catalogue, .listening, .rucks, .shares, .connections, .covers: break
    }
  }

  private mutating func save(_ work: Work) {
    let known = names.count
    var genres: [UInt32] = []
    for genre in work.genres {
      let number = names.genres.number(of: genre)
      if !genres.contains(number) { genres.append(number) }
    }
    let language = work.language.map { names.languages.number(of: $0) } ?? 0
    if names.count != known { isBaseChanged = true }
    change(work.id) { book in
      book.title = work.title
      book.genres = genres
      book.language = language
      book.pageCount = UInt32(clamping: work.pageCount ?? 0)
      book.setYear(work.publishedYear)
    }
  }

  private mutating func set(_ target: Int?, for type: GoalType, since: Instant?) {
    targets.set(target, for: type, since: since)
    isBaseChanged = true
  }

  private mutating func set(_ event: DiversityValueSet) {
    noteWrite(event.at)
    if event.dimension == .culturalOrigin { change(event.workId) { $0.setCulture(event.value) } }
  }

  /// All changes of a book use this method, which keeps the counts correct.
  private mutating func change(_ id: String, _ body: (inout Book) -> Void) {
    let number = books.number(of: id)
    let old = books[number]
    var new = old
    body(&new)
    guard new != old else { return }
    books[number] = new
    uncount(old, number)
    count(new, number)
  }

  private mutating func noteWrite(_ at: Instant?) {
    guard let at, at > lastWrite ?? .earliestText else { return }
    timeline.noteWrite(at.seconds, after: lastWrite?.seconds)
    lastWrite = at
    isBaseChanged = true
  }

  private mutating func save(_ event: EntrySaved) {
    noteWrite(event.at)
    let finishes = (event.reads ?? []).compactMap(\.new).filter { $0.status == .finished }
    if let at = event.at, finishes.contains(where: { $0.finish?.instant == nil }) {
      lastImpreciseFinish = at
      isBaseChanged = true
    }
    change(event.entry.workId) { $0.reads.apply(event) }
  }

  private mutating func count(_ book: Book, _ number: UInt32, isSorting: Bool = true) {
    guard book.isFinished else { return }
    let finishes = book.finishes(in: calendar)
    timeline.add(book, number, finishes, ends: ends(finishes), isSorting: isSorting)
    finished.add(book, finishes, nil)
    finishedSpans.add(book, finishes)
    for read in book.reads where read.isFinished { read.finish.map { finishedIndex.add(number, at: $0) } }
  }

  private mutating func uncount(_ book: Book, _ number: UInt32) {
    guard book.isFinished else { return }
    let finishes = book.finishes(in: calendar)
    timeline.remove(number, ends: ends(finishes))
    finished.remove(book, finishes, nil)
    finishedSpans.remove(book, finishes)
    for read in book.reads where read.isFinished { read.finish.map { finishedIndex.remove(number, at: $0) } }
  }

  private func ends(_ finishes: [Finish]) -> [Int64] {
    finishes.map { $0.read.finish?.end(in: calendar) ?? .min }
  }

  /// Counts all books again.
  private mutating func recountBooks() {
    (finished, finishedIndex, finishedSpans) = (FinishedTally(), FinishedIndex(), FinishedSpans())
    timeline = FinishTimeline()
    var all: [(UInt32, Book)] = []
    books.forEach { number, book in if book.isFinished { all.append((number, book)) } }
    for (number, book) in all { count(book, number, isSorting: false) }
  }

  private mutating func save(_ session: ReadingSession) {
    sessions.save(PageRow(session, work: books.number(of: session.workId)), in: calendar)
  }

  private mutating func remove(_ session: ReadingSession) {
    sessions.remove(session.startedAt.seconds, books.number(of: session.workId), in: calendar)
  }

  /// Applies other settings. Counts the sessions again that end at or after the first difference of the calendars.
  mutating func count(in calendar: LocalCalendar, restDays: SettingByDay<Int>) {
    settingsDifference = StreakSettings(calendar: calendar, restDays: restDays).firstDifference(
      from: StreakSettings(calendar: self.calendar, restDays: self.restDays))
    if restDays != self.restDays { sessions.discardStreaks() }
    self.restDays = restDays
    // After a restoration, nothing has been counted.
    let difference = sessions.areCounted ? calendar.firstDifference(from: self.calendar)?.seconds : .min
    let old = self.calendar
    guard let second = difference else { return self.calendar = calendar }
    recount(in: calendar, from: second)
    sessions.recount(from: second, in: old, now: calendar)
  }

  /// The order of the finishes of a work depends on the calendar.
  private mutating func recount(in calendar: LocalCalendar, from second: Int64) {
    guard second > .min else {
      self.calendar = calendar
      return recountBooks()
    }
    finishedSpans.discard(after: second)
    let affected = finishedIndex.works(from: second.before(by: 2 * 86_400)).map { (number: $0, book: books[$0]) }
    for (number, book) in affected { uncount(book, number) }
    self.calendar = calendar
    for (number, book) in affected { count(book, number) }
  }

  /// Whether the streak days have changed since the streaks were computed.
  var areStreaksOutdated: Bool { sessions.areStreaksOutdated }

  mutating func streaks() -> Streaks { sessions.streaks(restDays: restDays) }
}

extension ReadingFold {
  /// Returns the works finished from one day to another, both included, with their finishes, sorted by number.
  func finishedBooks(from first: Day, to last: Day) -> [(number: UInt32, book: Book, finishes: [Finish])] {
    finishedBooks(in: DaySpan(from: first, to: last, in: calendar))
  }

  private func finishedBooks(in span: DaySpan) -> [(number: UInt32, book: Book, finishes: [Finish])] {
    finishedIndex.works(in: span).compactMap { number in
      let book = books[number]
      let finishes = book.finishes(in: calendar).filter { $0.isIn(span) }
      return finishes.isEmpty ? nil : (number, book, finishes)
    }
  }

  /// Returns the sums of the books finished on these days, from the cache if possible.
  mutating func finished(from first: Day, to last: Day) -> FinishedTally {
    let span = DaySpan(from: first, to: last, in: calendar)
    if let cached = finishedSpans.tally(of: span) { return cached }
    let tally = countFinished(in: span)
    finishedSpans.store(tally, of: span)
    return tally
  }

  /// Returns the sums without the cache, which would not hold the spans of a whole history.
  func countFinished(in span: DaySpan) -> FinishedTally {
    var tally = FinishedTally()
    for (_, book, finishes) in finishedBooks(in: span) { tally.add(book, finishes, span) }
    return tally
  }

  /// Returns the sessions that started in a span by local hour of their start.
  func starts(in span: Range<Int64>) -> [Int] { sessions.starts(in: span, calendar) }

  /// Returns the streak days of the sessions that ended before a second.
  func streakDates(before limit: Int64) -> StreakDates { sessions.streakDates(before: limit, in: calendar) }

  /// The finishes that have changed since the last call.
  mutating func takeFinishChange() -> FinishTimeline.Change { timeline.takeChange(now: lastWrite?.seconds) }

  /// Returns for each list of conditions the first second at which the finishes met all of them, or nil.
  mutating func firstSeconds(_ wanted: [[Achievement.Condition]]) -> [Int64?] {
    timeline.first(wanted, now: lastWrite?.seconds)
  }

  /// Returns the first session of each window, if there is one.
  mutating func firstStarts(of wanted: [(work: UInt32, window: ReadWindow)]) -> [Int64?] {
    sessions.firstStarts(of: wanted)
  }

  /// The latest end of a session or book. A date that is partly unknown ends when it was written, at the latest.
  var latestInstant: Instant? {
    var latest = sessions.latestEnd
    var buckets = 0
    for (bucket, works) in finishedIndex.descending {
      if buckets == 2 { break }
      let finishes = works.flatMap { books[$0].reads.counted(in: calendar) }.filter(\.isFinished).compactMap(\.finish)
      if finishes.contains(where: { FinishedIndex.bucket(of: $0) == bucket }) { buckets += 1 }
      for finish in finishes {
        let end = finish.end(in: calendar)
        let most = finish.partial == nil ? end : min(end, lastImpreciseFinish?.seconds ?? end)
        latest = max(latest ?? most, most)
      }
    }
    return latest.map(Instant.init(seconds:)) ?? lastImpreciseFinish
  }

  /// Returns the first day with a session or with a finish that is known to the day, or, if `toMonth`, to the month.
  func earliestDay(toMonth: Bool = false) -> Day? {
    var earliest = sessions.earliestDay(in: calendar)
    for works in finishedIndex.ascending {
      var isNear = earliest == nil
      for work in works {
        for read in books[work].reads where read.isFinished {
          guard let date = read.finish?.date(in: calendar) else { continue }
          if let earliest, date.first <= earliest + 62 { isNear = true }
        }
        for read in books[work].reads.counted(in: calendar) where read.isFinished {
          guard let date = read.finish?.date(in: calendar) else { continue }
          if !date.isYear, toMonth || date.day != nil { earliest = min(earliest ?? date.first, date.first) }
        }
      }
      if !isNear { break }
    }
    return earliest
  }
}

extension ReadingFold {
  private static let basePart = "reading-base"

  var approximateBytes: Int {
    1_024 + books.approximateBytes + sessions.approximateBytes + names.genres.approximateBytes
      + names.languages.approximateBytes
      + timeline.approximateBytes + finished.books * 8 + finishedSpans.approximateBytes
  }

  mutating func takeChangedParts() -> [SnapshotPart] {
    var parts = books.takeChangedParts() + sessions.takeChangedParts()
    if isBaseChanged { parts.append(SnapshotPart(name: Self.basePart, bytes: baseBytes)) }
    isBaseChanged = false
    return parts
  }

  mutating func allParts() -> [SnapshotPart] {
    books.allParts() + sessions.allParts() + (baseBytes.map { [SnapshotPart(name: Self.basePart, bytes: $0)] } ?? [])
  }

  /// Nil if all values are the initial ones.
  private var baseBytes: [UInt8]? {
    guard names.count > 0 || !targets.areDefaults || lastWrite != nil else { return nil }
    var writer = ByteWriter()
    names.genres.write(to: &writer)
    names.languages.write(to: &writer)
    targets.write(to: &writer)
    writer.write(lastImpreciseFinish) { $0.write($1.seconds) }
    writer.write(lastWrite) { $0.write($1.seconds) }
    return writer.bytes
  }

  init(parts: [SnapshotPart]) throws(SnapshotDamage) {
    if let bytes = parts.first(where: { $0.name == Self.basePart })?.bytes {
      var reader = ByteReader(bytes)
      names.genres = try NameTable(from: &reader)
      names.languages = try NameTable(from: &reader)
      targets = try GoalTargets(from: &reader)
      lastImpreciseFinish = try reader.optional { reader throws(SnapshotDamage) in
        Instant(seconds: try reader.integer())
      }
      lastWrite = try reader.optional { reader throws(SnapshotDamage) in Instant(seconds: try reader.integer()) }
      try reader.finish()
    }
    books = try WorkTable(parts: parts)
    sessions = try ReadingSessions(parts: parts, workCount: books.count)
    var isKnown = true
    books.forEach { number, book in
      isKnown =
        isKnown && book.language <= names.languages.names.count
        && book.genres.allSatisfy { $0 > 0 && $0 <= names.genres.names.count }
    }
    guard isKnown else { throw SnapshotDamage("a book has an unknown genre or language") }
    recountBooks()
  }
}
