import Chronology
import Domain

/// What is to be written of a file, and what is to be said about it: made of what was found and what is there, without
/// asking anybody. What a person has set is never among what is written.
struct ImportPlan: Sendable {
  /// Something to write, and whether it is new or known and longer than before.
  struct Item<Value: Sendable>: Sendable {
    var line: Int
    var value: Value
    var isNew = true
  }

  private(set) var works: [Item<Work>] = []
  private(set) var entries: [Item<LibraryEntry>] = []
  private(set) var stories: [Item<Story>] = []
  private(set) var readings: [Item<ReadingSession>] = []
  private(set) var listenings: [Item<ListeningReport>] = []
  /// Listening sessions that are there, or among those above, and have grown since.
  private(set) var growths: [Item<ListeningReport>] = []
  private(set) var rucks: [Item<Ruck>] = []
  private(set) var report: ImportReport

  private var holdings: Holdings
  private var index: WorkIndex
  /// The work that each book of the file is; nil where it was rejected.
  private var workOfBook: [String?] = []
  /// Where the entries stand that are written.
  private var entryOfWork: [String: Int] = [:]
  private let now: Instant

  init(_ findings: Findings, holdings: Holdings, now: Instant) {
    self.holdings = holdings
    self.now = now
    index = WorkIndex(holdings.works)
    report = findings.report
    for book in findings.books { take(book) }
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
      originalLanguage: book.originalLanguage, genres: book.genres, publishedYear: book.publishedYear)
    workOfBook.append(nil)
    var entry: LibraryEntry?
    do throws(Rejection) {
      if !isKnown { try LibraryRules.check(work) }
      if let found = book.entry, !holdings.shelved.contains(id) || entryOfWork[id] != nil {
        let sent = LibraryEntry(
          workId: id, status: found.status, currentPage: found.currentPage ?? 0, rating: found.rating,
          startedAt: found.startedAt, finishedAt: found.finishedAt)
        let page = found.currentPage.map { min($0, index.pageCount(of: id) ?? $0) }
        entry = try LibraryRules.entry(sent, currentPage: page, replacing: nil, work: work, now: now)
      }
    } catch {
      return report.reject(kind, line: book.line, error.reason)
    }
    workOfBook[workOfBook.count - 1] = id
    if !isKnown {
      works.append(Item(line: book.line, value: work))
      index.insert(work, identifiers: book.identifiers)
    }
    var isNews = false
    if let entry {
      if let place = entryOfWork[id] {
        // Of several rows of one book the one that says most is written.
        if entry.says(moreThan: entries[place].value) { entries[place] = Item(line: book.line, value: entry) }
      } else {
        isNews = true
        entryOfWork[id] = entries.count
        entries.append(Item(line: book.line, value: entry))
        holdings.shelved.insert(id)
      }
    }
    if isNews || (kind == .works && !isKnown) { report.add(kind) } else { report.know(kind) }
  }

  private mutating func take(_ found: FoundReading) {
    guard let workId = workOfBook[found.book] else {
      return report.reject(.reading, line: found.line, "its book was rejected")
    }
    let pageCount = index.pageCount(of: workId)
    var known = holdings.readings.removeValue(forKey: workId) ?? KnownReadings()
    defer { holdings.readings[workId] = known }
    let parts = known.parts(of: found, workId: workId, pageCount: pageCount)
    if parts.isEmpty { report.know(.reading) }
    for part in parts {
      do throws(Rejection) {
        let work = Work(id: workId, title: "", pageCount: pageCount)
        _ = try ReadingRules.outcome(of: part.session, work: work, known: nil, now: now)
      } catch {
        report.reject(.reading, line: found.line, error.reason)
        continue
      }
      if part.isNews {
        readings.append(Item(line: found.line, value: part.session, isNew: part.known == nil))
        known.insert(part.session)
      }
      if part.known == nil { report.add(.reading) } else { report.know(.reading) }
    }
  }

  private mutating func take(_ found: FoundListening, _ lengths: StoryLengths) {
    let story =
      holdings.stories[found.storyId]
      ?? Story(
        id: found.storyId, title: found.title, estimatedDuration: lengths.length(of: found.storyId),
        createdAt: found.startedAt)
    let session = ListeningReport(
      storyId: story.id, startedAt: found.startedAt, endedAt: found.endedAt, completed: found.completed,
      duration: found.duration)
    let start = Holdings.Start(of: story.id, at: found.startedAt)
    let known = holdings.listenings[start]
    do throws(Rejection) {
      if holdings.stories[story.id] == nil {
        _ = try CatalogueRules.story(story, createdAt: story.createdAt, replacing: nil, heroIsKnown: false, now: now)
      }
      _ = try ListeningRules.outcome(of: session, story: story, known: nil, now: now)
    } catch {
      return report.reject(.listening, line: found.line, "\(found.label): \(error.reason)")
    }
    if holdings.stories.updateValue(story, forKey: story.id) == nil {
      stories.append(Item(line: found.line, value: story))
    }
    guard let known else {
      listenings.append(Item(line: found.line, value: session))
      holdings.listenings[start] = session.stored
      return report.add(.listening)
    }
    if !holdings.corrected.contains(start), found.isGrowth(of: known, story: story) {
      let grown = found.extending(known)
      growths.append(Item(line: found.line, value: grown, isNew: false))
      holdings.listenings[start] = grown.stored
    }
    report.know(.listening)
  }

  /// A ruck that is there stays as it is: its owner may have corrected it.
  private mutating func take(_ found: FoundRuck) {
    guard !holdings.ruckStarts.contains(found.ruck.startedAt), !holdings.ruckIds.contains(found.ruck.id) else {
      return report.know(.rucks)
    }
    do throws(Rejection) {
      _ = try RuckRules.outcome(of: found.ruck, known: nil, now: now)
    } catch {
      return report.reject(.rucks, line: found.line, found.label.map { "\($0): \(error.reason)" } ?? error.reason)
    }
    rucks.append(Item(line: found.line, value: found.ruck))
    holdings.ruckStarts.insert(found.ruck.startedAt)
    holdings.ruckIds.insert(found.ruck.id)
    report.add(.rucks)
  }
}

extension LibraryEntry {
  /// What is finished says more than what is being read; of two alike the one with more dates and stars.
  fileprivate func says(moreThan other: LibraryEntry) -> Bool { weight > other.weight }

  private var weight: Int {
    let status =
      switch status {
      case .finished: 3
      case .reading: 2
      case .abandoned: 1
      case .wantToRead: 0
      }
    return status * 4 + [rating != nil, startedAt != nil, finishedAt != nil].count { $0 }
  }
}

extension Rejection {
  /// All that is wrong, in one line.
  var reason: String {
    violations.map { "\($0.field) \($0.message)" }.joined(separator: "; ")
  }
}
