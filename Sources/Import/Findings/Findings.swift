import Chronology
import Domain

/// A book of the file, with its library entry.
struct FoundBook: Hashable, Sendable {
  var line: Int
  /// Ids under which the book may exist, best first.
  var identifiers: [String] = []
  var title: String
  var authors: [String] = []
  var pageCount: Int?
  var language: String?
  var originalLanguage: String?
  var genres: [String] = []
  var publishedYear: Int?
  /// The shelves and tags that are not statuses.
  var tags: [String] = []
  /// The identifiers that the app of the file has assigned.
  var ownNumbers: Set<String> = []
  /// Nil if the file has no library entry for the book.
  var entry: FoundEntry?
  /// The names that a reading app gives to files of the book.
  var documents: [String] = []
  /// Values of the row that are not imported.
  var notes: [String] = []

  mutating func add(own numbers: [String]) {
    identifiers += numbers
    ownNumbers.formUnion(numbers)
  }
}

struct FoundEntry: Hashable, Sendable {
  var status: ReadingStatus
  var currentPage: Int?
  var rating: Double?
  var reads: [ImportedRead] = []
  /// The finish that earlier versions used if the finish is unknown.
  var madeUpFinish: Instant?
}

/// A reading session of a book in the same file: consecutive pages.
struct FoundReading: Hashable, Sendable {
  struct Page: Hashable, Sendable {
    var number: Int
    var startedAt: Instant
    var seconds: Int64
    /// The device's number of pages, or 0 if it is unknown.
    var pagesOnDevice: Int

    var endedAt: Instant { startedAt + seconds }
  }

  var line: Int
  /// The index of the book.
  var book: Int
  /// At least one page, sorted by time.
  var pages: ArraySlice<Page>

  var startedAt: Instant { pages.first?.startedAt ?? .earliestText }
  var endedAt: Instant { pages.reduce(startedAt) { max($0, $1.endedAt) } }
  var startPage: Int { pages.first?.number ?? 0 }
  var endPage: Int { pages.last?.number ?? 0 }
  var pagesOnDevice: Int? { pages.last.flatMap { $0.pagesOnDevice > 0 ? $0.pagesOnDevice : nil } }
}

struct FoundListening: Hashable, Sendable {
  var line: Int
  /// The authors and numbers of the book, for proposals of works.
  var authors: [String] = []
  var isbn: String?
  var asin: String?
  /// Identifies the session if its line contains several.
  var label = ""
  var storyId: String
  var title: String
  /// The length of the item, or 0 if it is unknown.
  var length: Double
  var startedAt: Instant
  var endedAt: Instant
  var completed: Bool
  var duration: Double
}

struct FoundRuck: Hashable, Sendable {
  var line: Int
  /// Identifies the activity if its line may contain several.
  var label: String?
  var ruck: Ruck
  /// The number of its track.
  var track: Int?
}

/// The contents that a reader found in a file, with their lines.
struct Findings: Sendable {
  private(set) var books: [FoundBook] = []
  private(set) var readings: [FoundReading] = []
  private(set) var listenings: [FoundListening] = []
  private(set) var rucks: [FoundRuck] = []
  private(set) var report = ImportReport()
  private let most: Int
  /// Books that were taken out.
  private var takenCount = 0

  init(most: Int = ImportLimits.findings) {
    self.most = most
  }

  mutating func add(_ book: FoundBook) throws(ImportError) {
    books.append(book)
    try checkCount()
  }

  mutating func add(document: String, toBook place: Int) { books[place].documents.append(document) }

  mutating func add(_ reading: FoundReading) throws(ImportError) {
    readings.append(reading)
    try checkCount()
  }

  mutating func add(_ listening: FoundListening) throws(ImportError) {
    listenings.append(listening)
    try checkCount()
  }

  mutating func add(_ ruck: FoundRuck) throws(ImportError) {
    rucks.append(ruck)
    try checkCount()
  }

  /// Adds the activities, the listening sessions and the problems of one of several files.
  mutating func add(_ part: Findings, of file: String) throws(ImportError) {
    let name = RowProblem.quoted(file)
    for var ruck in part.rucks {
      ruck.label = ruck.label.map { "\(name), \($0)" } ?? name
      rucks.append(ruck)
    }
    for var listening in part.listenings {
      listening.label = listening.label.isEmpty ? name : "\(name), \(listening.label)"
      listenings.append(listening)
    }
    report.add(part.report, of: name)
    try checkCount()
  }

  /// Removes the books and the report. The books still count for the limit.
  mutating func takeBooks() -> (books: [FoundBook], report: ImportReport) {
    defer {
      takenCount += books.count
      books.removeAll(keepingCapacity: true)
      report = ImportReport()
    }
    return (books, report)
  }

  mutating func reject(_ kind: ImportReport.Kind, line: Int, _ reason: String) {
    report.reject(kind, line: line, reason)
  }

  /// Counts an activity whose type is not imported.
  mutating func skip(_ type: String) {
    report.skip(type)
  }

  mutating func note(line: Int, _ reason: String) {
    report.note(line: line, reason)
  }

  private func checkCount() throws(ImportError) {
    guard takenCount + books.count + readings.count + listenings.count + rucks.count > most else { return }
    throw ImportError("the file contains more than \(most) books, sessions and rucks; split it")
  }
}
