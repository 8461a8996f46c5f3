import Chronology
import Domain

/// The changes that an import writes and its report, computed from the contents of the file and the existing data.
/// Values that the user has set are never overwritten.
struct ImportPlan: Sendable {
  /// A value to write, and whether it is new or extends an existing one.
  struct Item<Value: Sendable>: Sendable {
    var line: Int
    var value: Value
    var isNew = true
  }

  private(set) var books: BookPlan
  private(set) var stories: [Item<Story>] = []
  private(set) var readings: [Item<ReadingSession>] = []
  private(set) var listenings: [Item<ListeningReport>] = []
  /// Listening sessions that exist, or are among those above, and that the file extends.
  private(set) var growths: [Item<ListeningReport>] = []
  private(set) var rucks: [Item<Ruck>] = []
  /// The tracks of these rucks, and of existing ones that have none.
  private(set) var tracks: [PlannedTrack] = []
  private(set) var report: ImportReport

  /// Whether the file has something that the user does not have, or that a person has deleted.
  var addsSomething: Bool { report.added > 0 || !readings.isEmpty }

  private var existing: ExistingData
  /// The place in the index of each book that sessions of the file refer to, or nil if the book was rejected.
  private var placeOfBook: [Int?] = []
  private var deletedBooks: Set<Int> = []
  /// Documents and the places of their books in the index.
  private(set) var documents: [(document: String, place: Int)] = []
  private let now: Instant
  /// Earlier sessions of a connector come from a wrong clock.
  private let earliest: Instant

  /// Plans the contents of a file that was read as a whole.
  init(
    _ findings: Findings, existing: ExistingData, folders: [String], earliest: Instant = .earliestText, now: Instant
  ) throws(ImportError) {
    self.existing = existing
    self.now = now
    self.earliest = earliest
    books = BookPlan(folders: folders)
    report = findings.report
    try insert(existing: existing.works)
    shelve(existing.shelved)
    for book in findings.books { try take(book) }
    try books.finish()
    for reading in findings.readings { take(reading) }
    let lengths = StoryLengths(findings.listenings)
    for listening in findings.listenings { take(listening, lengths) }
    for ruck in findings.rucks { take(ruck) }
    report.sortProblems()
  }

  /// Begins the plan of a list that is read in parts.
  init(folders: [String], blockBytes: Int = ImportLimits.spoolBlockBytes, now: Instant) {
    self.now = now
    earliest = .earliestText
    existing = ExistingData()
    books = BookPlan(folders: folders, blockBytes: blockBytes)
    report = ImportReport()
  }

  mutating func insert(existing works: [Work]) throws(ImportError) { try books.insert(existing: works) }

  mutating func shelve(_ ids: some Sequence<String>) { books.shelve(ids) }

  /// Takes the books and problems that were found in a part of a list.
  mutating func take(_ part: inout Findings) throws(ImportError) {
    let (found, problems) = part.takeBooks()
    report.add(problems)
    for book in found { _ = try books.take(book, &report) }
  }

  /// Completes the plan of a list when its last part was taken.
  mutating func finish() throws(ImportError) {
    try books.finish()
    report.sortProblems()
  }

  /// Skips a book that a person has deleted.
  private mutating func take(_ book: FoundBook) throws(ImportError) {
    let keys = BookKeys(title: book.title, authors: book.authors)
    if !existing.deletions.works.isEmpty, books.index.place(of: book, keys) == nil,
      existing.deletions.contains(keys, identifiers: book.identifiers)
    {
      deletedBooks.insert(placeOfBook.count)
      placeOfBook.append(nil)
      return report.addExisting(book.entry == nil ? .works : .library)
    }
    let place = try books.take(book, &report)
    if let place { documents += book.documents.map { (document: $0, place: place) } }
    placeOfBook.append(place)
  }

  private mutating func take(_ found: FoundReading) {
    guard !deletedBooks.contains(found.book) else { return report.addExisting(.reading) }
    guard found.startedAt >= earliest else {
      return report.reject(.reading, line: found.line, "startedAt must not be before 2000")
    }
    guard let place = placeOfBook[found.book] else {
      return report.reject(.reading, line: found.line, "the book of this session was rejected")
    }
    let (workId, pageCount) = (books.index.id(of: place), books.index.pageCount(of: place))
    var known = existing.readings.removeValue(forKey: workId) ?? KnownReadings()
    defer { existing.readings[workId] = known }
    let parts = known.parts(of: found, workId: workId, pageCount: pageCount)
    if parts.isEmpty { report.addExisting(.reading) }
    for part in parts {
      do throws(Rejection) {
        let work = Work(id: workId, title: "", pageCount: pageCount)
        _ = try ReadingRules.outcome(of: part.session, work: work, known: nil, now: now)
      } catch {
        report.reject(.reading, line: found.line, error.reason)
        continue
      }
      if part.hasChanges {
        readings.append(Item(line: found.line, value: part.session, isNew: part.known == nil))
        known.insert(part.session)
      }
      if part.known == nil { report.add(.reading) } else { report.addExisting(.reading) }
    }
  }

  private mutating func take(_ found: FoundListening, _ lengths: StoryLengths) {
    let story = existing.stories[found.storyId] ?? Story(new: found, lengths)
    let session = ListeningReport(
      storyId: story.id, startedAt: found.startedAt, endedAt: found.endedAt, completed: found.completed,
      duration: found.duration)
    let start = ExistingData.Start(of: story.id, at: found.startedAt)
    guard !existing.deletions.stories.contains(story.id), !existing.deletions.listenings.contains(start) else {
      return report.addExisting(.listening)
    }
    guard found.startedAt >= earliest else {
      return report.reject(.listening, line: found.line, "startedAt must not be before 2000")
    }
    let known = existing.listenings[start]
    do throws(Rejection) {
      if existing.stories[story.id] == nil {
        _ = try CatalogueRules.story(story, createdAt: story.createdAt, replacing: nil, heroIsKnown: false, now: now)
      }
      _ = try ListeningRules.outcome(of: session, story: story, known: nil, now: now)
    } catch {
      return report.reject(.listening, line: found.line, "\(found.label): \(error.reason)")
    }
    if existing.stories.updateValue(story, forKey: story.id) == nil {
      stories.append(Item(line: found.line, value: story))
    }
    guard let known else {
      listenings.append(Item(line: found.line, value: session))
      existing.listenings[start] = session.stored
      return report.add(.listening)
    }
    if !existing.corrected.contains(start), found.isGrowth(of: known, story: story) {
      let grown = found.extending(known)
      growths.append(Item(line: found.line, value: grown, isNew: false))
      existing.listenings[start] = grown.stored
    }
    report.addExisting(.listening)
  }

  /// Skips a ruck that exists, because the user may have corrected it. It only gets the track that it lacks.
  private mutating func take(_ found: FoundRuck) {
    let start = found.ruck.startedAt
    if let known = existing.ruckStarts.contains(start) ? start : existing.ruckIds[found.ruck.id] {
      addTrack(of: found, to: known)
      return report.addExisting(.rucks)
    }
    guard found.ruck.startedAt >= earliest else {
      return report.reject(.rucks, line: found.line, "startedAt must not be before 2000")
    }
    do throws(Rejection) {
      _ = try RuckRules.outcome(of: found.ruck, known: nil, now: now)
    } catch {
      return report.reject(.rucks, line: found.line, found.label.map { "\($0): \(error.reason)" } ?? error.reason)
    }
    rucks.append(Item(line: found.line, value: found.ruck))
    existing.ruckStarts.insert(start)
    existing.ruckIds[found.ruck.id] = start
    addTrack(of: found, to: start)
    report.add(.rucks)
  }

  private mutating func addTrack(of found: FoundRuck, to start: Instant) {
    guard let number = found.track, existing.tracked.insert(start).inserted else { return }
    tracks.append(PlannedTrack(startedAt: start, number: number))
  }
}

extension Rejection {
  /// All violations, in one line.
  var reason: String {
    violations.map { "\($0.field) \($0.message)" }.joined(separator: "; ")
  }
}

extension Story {
  fileprivate init(new found: FoundListening, _ lengths: StoryLengths) {
    self.init(
      id: found.storyId, title: found.title, estimatedDuration: lengths.length(of: found.storyId),
      createdAt: found.startedAt)
    authors = found.authors.isEmpty ? nil : found.authors
    isbn = found.isbn.flatMap { ISBN($0)?.digits }
    asin = found.asin.flatMap { (1...LibraryRules.longestIdentifier).contains($0.utf8.count) ? $0 : nil }
  }
}
