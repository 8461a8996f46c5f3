import Chronology
import Domain

/// A book of the file, with what its reader says of it.
struct FoundBook: Hashable, Sendable {
  var line: Int
  /// Ids that it may have here, the best first; what another list calls it.
  var identifiers: [String] = []
  var title: String
  var authors: [String] = []
  var pageCount: Int?
  var language: String?
  var originalLanguage: String?
  var genres: [String] = []
  var publishedYear: Int?
  /// Those of the identifiers that the list itself has given.
  var ownNumbers: Set<String> = []
  /// Nil where the file says nothing of a library.
  var entry: FoundEntry?

  mutating func add(own numbers: [String]) {
    identifiers += numbers
    ownNumbers.formUnion(numbers)
  }
}

struct FoundEntry: Hashable, Sendable {
  var status: ReadingStatus
  var currentPage: Int?
  var rating: Double?
  var startedAt: Instant?
  var finishedAt: Instant?
}

/// A reading session of a book of the same file: the pages that were read one after the other.
struct FoundReading: Hashable, Sendable {
  struct Page: Hashable, Sendable {
    var number: Int
    var startedAt: Instant
    var seconds: Int64
    /// How many pages the device counted; 0 where it did not.
    var pagesOnDevice: Int

    var endedAt: Instant { startedAt + seconds }
  }

  var line: Int
  /// Its place among the books.
  var book: Int
  /// By their times, at least one.
  var pages: ArraySlice<Page>

  var startedAt: Instant { pages.first?.startedAt ?? .earliestText }
  var endedAt: Instant { pages.reduce(startedAt) { max($0, $1.endedAt) } }
  var startPage: Int { pages.first?.number ?? 0 }
  var endPage: Int { pages.last?.number ?? 0 }
  var pagesOnDevice: Int? { pages.last.flatMap { $0.pagesOnDevice > 0 ? $0.pagesOnDevice : nil } }
}

struct FoundListening: Hashable, Sendable {
  var line: Int
  /// Which of the sessions on its line it is.
  var label = ""
  var storyId: String
  var title: String
  /// How long the item is; 0 where the file does not know.
  var length: Double
  var startedAt: Instant
  var endedAt: Instant
  var completed: Bool
  var duration: Double
}

struct FoundRuck: Hashable, Sendable {
  var line: Int
  /// Which of the activities on its line it is, where there may be several.
  var label: String?
  var ruck: Ruck
}

/// What readers have found in a file, with the lines it stands on.
struct Findings: Sendable {
  private(set) var books: [FoundBook] = []
  private(set) var readings: [FoundReading] = []
  private(set) var listenings: [FoundListening] = []
  private(set) var rucks: [FoundRuck] = []
  private(set) var report = ImportReport()
  private let most: Int

  init(most: Int = ImportLimits.findings) {
    self.most = most
  }

  mutating func add(_ book: FoundBook) throws(ImportRefusal) {
    books.append(book)
    try checkCount()
  }

  mutating func add(_ reading: FoundReading) throws(ImportRefusal) {
    readings.append(reading)
    try checkCount()
  }

  mutating func add(_ listening: FoundListening) throws(ImportRefusal) {
    listenings.append(listening)
    try checkCount()
  }

  mutating func add(_ ruck: FoundRuck) throws(ImportRefusal) {
    rucks.append(ruck)
    try checkCount()
  }

  mutating func reject(_ kind: ImportReport.Kind, line: Int, _ reason: String) {
    report.reject(kind, line: line, reason)
  }

  mutating func note(line: Int, _ reason: String) {
    report.note(line: line, reason)
  }

  private func checkCount() throws(ImportRefusal) {
    guard books.count + readings.count + listenings.count + rucks.count > most else { return }
    throw ImportRefusal("there is more in this file than \(most) books, sessions and rucks")
  }
}
