import Chronology

/// The state from which reading insights and achievements are computed: books, library, sessions and targets of goals.
///
/// All sums are integers that each event updates, so an edit of an old session costs as little as a new one.
struct ReadingFold: Sendable {
  private(set) var books = WorkTable<Book>()
  private(set) var names = Names()
  private(set) var targets = GoalTargets()
  private(set) var log = SessionLog<PageRow>()
  private(set) var calendar = LocalCalendar(zone: .utc)
  private(set) var restDays = SettingByDay(0)
  private var isBaseChanged = false

  // Derived from the above.
  /// All finished books of all time.
  private(set) var finished = FinishedTally()
  private var finishedIndex = FinishedIndex()
  private var finishedSpans = FinishedSpans()
  private(set) var days = ReadingDays()
  private var hours = ReadingHours()
  private var firsts = FirstSessions()
  private var cachedStreaks: Streaks?

  struct Names: Sendable {
    var genres = NameTable()
    var languages = NameTable()

    var count: Int { genres.names.count + languages.names.count }
  }

  mutating func apply(_ event: Event) {
    switch event {
    case .reading(.workSaved(let event)): save(event.work)
    case .reading(.workRemoved(let event)): change(event.work.id) { $0 = Book() }
    case .reading(.entrySaved(let event)): change(event.entry.workId) { $0.set(event.entry) }
    case .reading(.entryRemoved(let event)): change(event.entry.workId) { $0.set(nil) }
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
    case .account, .catalogue, .listening, .rucks, .shares: break
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

  private mutating func count(_ book: Book, _ number: UInt32) {
    guard let finishedAt = book.finishedAt else { return }
    finished.add(book)
    finishedIndex.add(number, at: finishedAt)
    finishedSpans.add(book, at: finishedAt)
  }

  private mutating func uncount(_ book: Book, _ number: UInt32) {
    guard let finishedAt = book.finishedAt else { return }
    finished.remove(book)
    finishedIndex.remove(number, at: finishedAt)
    finishedSpans.remove(book, at: finishedAt)
  }

  private mutating func save(_ session: ReadingSession) {
    let row = PageRow(session, work: books.number(of: session.workId))
    if let old = log.save(row) {
      if days.remove(old, in: calendar) { cachedStreaks = nil }
    } else {
      hours.add(row, in: calendar)
      firsts.add(row)
    }
    if days.add(row, in: calendar) { cachedStreaks = nil }
  }

  private mutating func remove(_ session: ReadingSession) {
    guard let old = log.remove(session.startedAt.seconds, books.number(of: session.workId)) else { return }
    if days.remove(old, in: calendar) { cachedStreaks = nil }
    hours.remove(old, in: calendar)
    firsts.remove(old)
  }

  /// Applies other settings. Counts the sessions again that end after the first difference of the calendars.
  mutating func count(in calendar: LocalCalendar, restDays: SettingByDay<Int>) {
    if restDays != self.restDays { cachedStreaks = nil }
    self.restDays = restDays
    // After a restoration, nothing has been counted.
    let difference = days.cells.isEmpty ? .min : calendar.firstDifference(from: self.calendar)?.seconds
    let old = self.calendar
    self.calendar = calendar
    guard let second = difference else { return }
    if second == .min {
      finishedSpans = FinishedSpans()
      days = ReadingDays()
      hours = ReadingHours()
      cachedStreaks = nil
    }
    // No session is longer than a day.
    for chunk in log.chunks where chunk.number >= UTCMonth.number(of: second.before(by: 86_400)) {
      for row in chunk.rows where row.endedAt > second {
        if second > .min {
          _ = days.remove(row, in: old)
          hours.remove(row, in: old)
          cachedStreaks = nil
        }
        _ = days.add(row, in: calendar)
        hours.add(row, in: calendar)
      }
    }
  }

  /// Returns the streaks. A day that a reading session touches is a streak day.
  mutating func streaks() -> Streaks {
    if let cachedStreaks { return cachedStreaks }
    let computed =
      days.cells.isEmpty
      ? Streaks(restDays: restDays)
      : days.streaks(from: days.firstDay, to: days.day(days.cells.count - 1), restDays: restDays)
    cachedStreaks = computed
    return computed
  }
}

extension ReadingFold {
  /// Returns the books finished from one day to another, both included, sorted by number.
  func finishedBooks(from first: Day, to last: Day) -> [(number: UInt32, book: Book)] {
    let (from, to) = (calendar.start(of: first).seconds, calendar.start(of: last + 1).seconds)
    var found: [(number: UInt32, book: Book)] = []
    finishedIndex.forEach(from: from, to: to) { number in
      let book = books[number]
      if let at = book.finishedAt, at >= from, at < to { found.append((number, book)) }
    }
    return found.sorted { $0.number < $1.number }
  }

  /// Returns the sums of the books finished on these days, from the cache if possible.
  mutating func finished(from first: Day, to last: Day) -> FinishedTally {
    let (from, to) = (calendar.start(of: first).seconds, calendar.start(of: last + 1).seconds)
    if let cached = finishedSpans.tally(from: from, to: to) { return cached }
    var tally = FinishedTally()
    finishedIndex.forEach(from: from, to: to) { number in
      let book = books[number]
      if let at = book.finishedAt, at >= from, at < to { tally.add(book) }
    }
    finishedSpans.store(tally, from: from, to: to)
    return tally
  }

  /// Returns the sessions that started in a span by local hour of their start.
  func starts(in span: Range<Int64>) -> [Int] { hours.counts(in: span, of: log, calendar) }

  /// Returns the start of a work's first remaining session.
  mutating func firstStart(of work: UInt32) -> Int64? { firsts.start(of: work, in: log) }

  /// The latest end of a session or book.
  var latestInstant: Instant? {
    // No session is longer than a day, so only the last two chunks can contain the latest end.
    let ends = log.chunks.suffix(2).flatMap { $0.rows.lazy.map(\.endedAt) }
    let finishes = finishedIndex.last.compactMap { books[$0].finishedAt }
    return [ends.max(), finishes.max()].compactMap(\.self).max().map(Instant.init(seconds:))
  }

  /// The earliest start of a session or end of a book.
  var earliestInstant: Instant? {
    let finishes = finishedIndex.first.compactMap { books[$0].finishedAt }
    return [log.chunks.first?.rows.first?.startedAt, finishes.min()].compactMap(\.self).min()
      .map(Instant.init(seconds:))
  }
}

extension ReadingFold {
  private static let basePart = "reading-base"

  var approximateBytes: Int {
    1_024 + books.approximateBytes + log.count * MemoryLayout<PageRow>.stride
      + days.cells.capacity * MemoryLayout<ReadingDays.Cell>.stride + names.genres.approximateBytes
      + names.languages.approximateBytes + finished.books * 8 + finishedSpans.approximateBytes + hours.approximateBytes
      + firsts.approximateBytes
  }

  mutating func takeChangedParts() -> [SnapshotPart] {
    var parts = books.takeChangedParts() + log.takeChangedParts()
    if isBaseChanged { parts.append(SnapshotPart(name: Self.basePart, bytes: baseBytes)) }
    isBaseChanged = false
    return parts
  }

  mutating func allParts() -> [SnapshotPart] {
    books.allParts() + log.allParts() + (baseBytes.map { [SnapshotPart(name: Self.basePart, bytes: $0)] } ?? [])
  }

  /// Nil if there are no names and all goals have default targets.
  private var baseBytes: [UInt8]? {
    guard names.count > 0 || !targets.areDefaults else { return nil }
    var writer = ByteWriter()
    names.genres.write(to: &writer)
    names.languages.write(to: &writer)
    targets.write(to: &writer)
    return writer.bytes
  }

  init(parts: [SnapshotPart]) throws(SnapshotDamage) {
    if let bytes = parts.first(where: { $0.name == Self.basePart })?.bytes {
      var reader = ByteReader(bytes)
      names.genres = try NameTable(from: &reader)
      names.languages = try NameTable(from: &reader)
      targets = try GoalTargets(from: &reader)
      try reader.finish()
    }
    books = try WorkTable(parts: parts)
    log = try SessionLog(parts: parts, workCount: books.count)
    var tally = FinishedTally()
    var index = FinishedIndex()
    var isKnown = true
    books.forEach { number, book in
      isKnown =
        isKnown && book.language <= names.languages.names.count
        && book.genres.allSatisfy { $0 > 0 && $0 <= names.genres.names.count }
      guard let finishedAt = book.finishedAt else { return }
      tally.add(book)
      index.add(number, at: finishedAt)
    }
    guard isKnown else { throw SnapshotDamage("a book has an unknown genre or language") }
    (finished, finishedIndex) = (tally, index)
  }
}
