import Chronology

/// Reads the statistics file of KOReader.
struct KOReaderStore {
  struct Book {
    var id: Int64
    var title: String
    var authors: String
    var pages: Int?
    var language: String?
    /// For example "Name #2".
    var series: String
    /// The checksum by which the reader's other protocols name the document.
    var md5: String?
  }

  struct PageRow {
    var book: Int64
    var page: FoundReading.Page

    /// Returns nil if a value is out of range.
    init?(book: Int64, page: Int64, start: Int64, seconds: Int64, pagesOnDevice: Int64?) {
      guard (0...100_000).contains(page), (0...86_400).contains(seconds), (0...253_402_300_799).contains(start) else {
        return nil
      }
      self.book = book
      self.page = FoundReading.Page(
        number: Int(page), startedAt: Instant(seconds: start), seconds: seconds,
        pagesOnDevice: Int(min(max(pagesOnDevice ?? 0, 0), 100_000)))
    }
  }

  private let database: ForeignStore

  init(_ source: ImportSource) throws(ImportError) {
    database = try ForeignStore(
      source, title: "KOReader statistics", tables: ["book", "page_stat_data", "page_stat"], needing: "book",
      stored: ["page_stat_data"])
  }

  /// Returns the books, with nil for a row whose id is not a number.
  func books() throws(ImportError) -> [Book?] {
    var books: [Book?] = []
    let statements = ["language, series, md5", "language, series, NULL", "language, NULL, NULL", "NULL, NULL, NULL"].map
    {
      "SELECT id, title, authors, pages, \($0) FROM book"
    }
    try database.each(statements, most: ImportLimits.booksInStatistics) { row in
      guard let id = row.integer(0) else { return books.append(nil) }
      books.append(
        Book(
          id: id, title: row.text(1), authors: row.text(2), pages: row.integer(3).map { Int($0) },
          language: row.text(4), series: row.text(5), md5: row.text(6)))
    }
    return books
  }

  /// Passes on the pages in stored order, with nil for an invalid row.
  func forEachPage(_ body: (PageRow?) -> Void) throws(ImportError) {
    let names = database.names
    // Before 2020, the table was called `page_stat` and had no number of pages.
    let statements =
      names.contains("page_stat_data")
      ? ["SELECT id_book, page, start_time, duration, total_pages FROM page_stat_data"]
      : [
        "SELECT id_book, page, start_time, duration, 0 FROM page_stat",
        "SELECT id_book, page, start_time, period, 0 FROM page_stat",
      ]
    guard names.contains("page_stat_data") || names.contains("page_stat") else { return }
    try database.each(statements, most: ImportLimits.pageRows) { row in
      guard let book = row.integer(0), let page = row.integer(1), let start = row.integer(2),
        let seconds = row.integer(3)
      else { return body(nil) }
      body(PageRow(book: book, page: page, start: start, seconds: seconds, pagesOnDevice: row.integer(4)))
    }
  }
}
