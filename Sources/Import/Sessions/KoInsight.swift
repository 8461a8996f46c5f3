import Chronology
import Domain
import JSON

/// Reads what KoInsight's plugin sends: the rows of KOReader's statistics as JSON. Lua writes an empty table as `{}` or
/// `[]`, leaves out members without a value, and may write any number with a fraction or an exponent.
struct KoInsight {
  /// A book that the plugin makes up for annotations.
  private static let unknown = "Unknown"

  private var books: [KOReaderStore.Book?] = []
  private var numbers: [String: Int64] = [:]
  private var rows: [KOReaderStore.PageRow?] = []

  /// Whether the file begins as an object and not as a database.
  static func isFormat(of source: ImportSource) throws(ImportError) -> Bool {
    try source.bytes(at: 0, count: 64).first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == 0x7B
  }

  static func read(_ source: ImportSource, into findings: inout Findings) throws(ImportError) {
    var reading = KoInsight()
    // An empty list may be written as an object.
    var elements = JSONElements(["books", "stats"], mark: "stats")
    try source.forEachChunk({ _ in }) { chunk throws(ImportError) in
      try elements.read(chunk) { _, bytes throws(ImportError) in try reading.take(bytes) }
    }
    try elements.finish()
    guard elements.hasWanted || elements.hasMark else { throw ImportError("the file has neither books nor stats") }
    // Pages may come before their books.
    try KOReader.read(reading.books, into: &findings) { body in
      for row in reading.rows { body(row) }
    }
  }

  private mutating func take(_ bytes: [UInt8]) throws(ImportError) {
    guard let value = JSONValue(parsing: bytes, depthLimit: ImportLimits.jsonDepth) else { return rows.append(nil) }
    if let md5 = value["book_md5"]?.text {
      guard rows.count < ImportLimits.pageRows else {
        throw ImportError("the file has more than \(ImportLimits.pageRows) page rows")
      }
      rows.append(page(value, of: number(of: md5)))
    } else {
      guard books.count < ImportLimits.booksInStatistics else {
        throw ImportError("the file has more than \(ImportLimits.booksInStatistics) books")
      }
      takeBook(value)
    }
  }

  /// The number that stands for a book's MD5.
  private mutating func number(of md5: String) -> Int64 {
    if let known = numbers[md5] { return known }
    let number = Int64(numbers.count)
    numbers[md5] = number
    return number
  }

  private mutating func takeBook(_ value: JSONValue) {
    guard let md5 = value["md5"]?.text, let title = value["title"]?.text else { return books.append(nil) }
    let authors = value["authors"]?.text ?? ""
    guard title != Self.unknown || authors != Self.unknown else { return }
    books.append(
      KOReaderStore.Book(
        id: number(of: md5), title: title, authors: authors, pages: value["pages"]?.wholeNumber.map { Int($0) },
        language: value["language"]?.text, series: value["series"]?.text ?? "", md5: md5))
  }

  private func page(_ value: JSONValue, of book: Int64) -> KOReaderStore.PageRow? {
    guard let page = value["page"]?.wholeNumber, let start = value["start_time"]?.wholeNumber,
      let seconds = value["duration"]?.wholeNumber
    else { return nil }
    return KOReaderStore.PageRow(
      book: book, page: page, start: start, seconds: seconds, pagesOnDevice: value["total_pages"]?.wholeNumber)
  }
}

extension JSONValue {
  /// A number without a fraction.
  fileprivate var wholeNumber: Int64? {
    guard case .number(let value) = self else { return nil }
    return Int64(exactly: value.rounded(.towardZero))
  }
}
