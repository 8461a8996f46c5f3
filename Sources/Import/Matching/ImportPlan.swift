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

  private(set) var works: [Item<Work>] = []
  /// All identifiers of existing works to which the file adds some, by work id.
  private(set) var identifiers: [String: WorkIdentifiers] = [:]
  private(set) var entries: [Item<ImportedEntry>] = []
  private(set) var stories: [Item<Story>] = []
  private(set) var readings: [Item<ReadingSession>] = []
  private(set) var listenings: [Item<ListeningReport>] = []
  /// Listening sessions that exist, or are among those above, and that the file extends.
  private(set) var growths: [Item<ListeningReport>] = []
  private(set) var rucks: [Item<Ruck>] = []
  private(set) var report: ImportReport

  private var existing: ExistingData
  private var index: WorkIndex
  /// The work id of each book of the file, or nil if it was rejected.
  private var workOfBook: [String?] = []
  /// The index of the new work, by its id.
  private var placeOfWork: [String: Int] = [:]
  /// The index of the entry to write, by work id.
  private var entryOfWork: [String: Int] = [:]
  private let now: Instant

  init(_ findings: Findings, existing: ExistingData, now: Instant) {
    self.existing = existing
    self.now = now
    index = WorkIndex(existing.works)
    report = findings.report
    for book in findings.books { take(book) }
    addRemainingIdentifiers(of: findings.books)
    for reading in findings.readings { take(reading) }
    let lengths = StoryLengths(findings.listenings)
    for listening in findings.listenings { take(listening, lengths) }
    for ruck in findings.rucks { take(ruck) }
    report.sortProblems()
  }

  private mutating func take(_ book: FoundBook) {
    let kind: ImportReport.Kind = book.entry == nil ? .works : .library
    let (id, isKnown) = index.id(of: book)
    let work = Work(
      id: id, title: book.title, authors: book.authors, pageCount: book.pageCount, language: book.language,
      originalLanguage: book.originalLanguage, genres: book.genres, publishedYear: book.publishedYear,
      identifiers: index.identifiers(ofNew: book))
    workOfBook.append(nil)
    var entry: ImportedEntry?
    do throws(Rejection) {
      if !isKnown { try LibraryRules.check(work) }
      if let found = book.entry {
        let page = found.currentPage.map { min($0, index.pageCount(of: id) ?? $0) }
        let imported = ImportedEntry(
          workId: id, status: found.status, currentPage: page, rating: found.rating, reads: found.reads,
          madeUpFinish: found.madeUpFinish)
        try imported.check(work: nil)
        entry = imported
      }
    } catch {
      return report.reject(kind, line: book.line, error.reason)
    }
    workOfBook[workOfBook.count - 1] = id
    if isKnown {
      addIdentifiers(of: book, to: id)
    } else {
      placeOfWork[id] = works.count
      works.append(Item(line: book.line, value: work))
      index.insert(work)
    }
    var isNews = false
    if let entry {
      if let place = entryOfWork[id] {
        // If a book has several rows, each has its reads.
        entries[place].value.merge(entry)
      } else {
        isNews = !existing.shelved.contains(id)
        // An existing entry may lack reads of the list, which the service decides.
        if isNews || !entry.reads.isEmpty {
          entryOfWork[id] = entries.count
          entries.append(Item(line: book.line, value: entry, isNew: isNews))
          existing.shelved.insert(id)
        }
      }
    }
    if isNews || (kind == .works && !isKnown) { report.add(kind) } else { report.addExisting(kind) }
  }

  private mutating func addIdentifiers(of book: FoundBook, to id: String) {
    guard let all = index.addIdentifiers(of: book, to: id) else { return }
    if let place = placeOfWork[id] { works[place].value.identifiers = all } else { identifiers[id] = all }
  }

  /// Adds identifiers for which the work became clear by a later row. A second import would add them otherwise.
  private mutating func addRemainingIdentifiers(of books: [FoundBook]) {
    let remaining = zip(books, workOfBook).filter { book, id in id != nil && index.hasUnknownIdentifiers(book) }
    for _ in 0..<ImportLimits.identifierPasses {
      let before = index.identifierCount
      for (book, _) in remaining {
        let (id, isKnown) = index.id(of: book)
        if isKnown { addIdentifiers(of: book, to: id) }
      }
      if index.identifierCount == before { return }
    }
  }

  private mutating func take(_ found: FoundReading) {
    guard let workId = workOfBook[found.book] else {
      return report.reject(.reading, line: found.line, "the book of this session was rejected")
    }
    let pageCount = index.pageCount(of: workId)
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

  /// Skips a ruck that exists, because the user may have corrected it.
  private mutating func take(_ found: FoundRuck) {
    guard !existing.ruckStarts.contains(found.ruck.startedAt), !existing.ruckIds.contains(found.ruck.id) else {
      return report.addExisting(.rucks)
    }
    do throws(Rejection) {
      _ = try RuckRules.outcome(of: found.ruck, known: nil, now: now)
    } catch {
      return report.reject(.rucks, line: found.line, found.label.map { "\($0): \(error.reason)" } ?? error.reason)
    }
    rucks.append(Item(line: found.line, value: found.ruck))
    existing.ruckStarts.insert(found.ruck.startedAt)
    existing.ruckIds.insert(found.ruck.id)
    report.add(.rucks)
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
