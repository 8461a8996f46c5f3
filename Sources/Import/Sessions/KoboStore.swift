import Chronology

/// Reads the database of a Kobo reader.
struct KoboStore {
  struct Book {
    var line: Int
    var id: String
    var title: String
    var authors: String
    var isbn: String
    var language: String
    /// 0 unread, 1 being read, 2 finished.
    var status: Int64
    var finishedAt: String
  }

  private static let columns = 400

  private let database: ForeignStore

  init(_ source: ImportSource) throws(ImportError) {
    database = try ForeignStore(
      source, title: "Kobo", tables: ["content", "Event"], needing: "content", stored: ["content", "Event"],
      columns: Self.columns)
  }

  func books() throws(ImportError) -> [Book] {
    var books: [Book] = []
    var line = 0
    // Type 6 is a book; other rows are its chapters. Early readers do not store when a book was finished.
    let statements = ["LastTimeFinishedReading", "NULL"].map {
      """
      SELECT ContentID, Title, Attribution, ISBN, Language, ReadStatus, \($0) FROM content WHERE ContentType = 6
      """
    }
    try database.each(statements, most: ImportLimits.booksInStatistics) { row in
      line += 1
      books.append(
        Book(
          line: line, id: row.text(0), title: row.text(1), authors: row.text(2), isbn: row.text(3),
          language: row.text(4), status: row.integer(5) ?? Int64(row.text(5)) ?? 0, finishedAt: row.text(6)))
    }
    return books
  }

  /// Passes on the times of a book's interactions, such as turned pages.
  func forEachEvent(_ body: (_ book: String, _ times: [Instant]) throws(ImportError) -> Void) throws(ImportError) {
    guard database.names.contains("Event") else { return }
    var failure: ImportError?
    // The second type repeats times of the first one for some books.
    let statement = "SELECT ContentID, ExtraData FROM Event WHERE EventType = 3 OR EventType = 46"
    try database.each([statement], most: ImportLimits.pageRows) { row in
      guard failure == nil else { return }
      do throws(ImportError) {
        try body(row.text(0), KoboTimes.read(row.bytes(1)))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}

/// The times in the extra data of an event, which is a map as Qt serializes it.
enum KoboTimes {
  private enum Kind { static let int: UInt32 = 2, uint: UInt32 = 3, list: UInt32 = 9 }

  /// The length of the key in bytes, and the key in UTF-16.
  private static let key: [UInt8] = [0, 0, 0, 30] + "eventTimestamps".utf8.flatMap { [0, $0] }
  private static let valueBytes = 9

  static func read(_ bytes: [UInt8]) -> [Instant] {
    guard let start = place(of: key, in: bytes) else { return [] }
    var rest = bytes[(start + key.count)...]
    guard number(&rest) == Kind.list, flag(&rest) == false, let count = number(&rest),
      Int(count) <= rest.count / valueBytes
    else { return [] }
    var times: [Instant] = []
    for _ in 0..<count {
      guard let kind = number(&rest), kind == Kind.int || kind == Kind.uint, let isNull = flag(&rest),
        let seconds = number(&rest)
      else { return times }
      if !isNull { times.append(Instant(seconds: Int64(seconds))) }
    }
    return times
  }

  private static func place(of key: [UInt8], in bytes: [UInt8]) -> Int? {
    guard bytes.count >= key.count else { return nil }
    return (0...(bytes.count - key.count)).first { bytes[$0...].starts(with: key) }
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) -> UInt32? {
    guard rest.count >= 4 else { return nil }
    defer { rest = rest.dropFirst(4) }
    return rest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func flag(_ rest: inout ArraySlice<UInt8>) -> Bool? {
    rest.popFirst().map { $0 != 0 }
  }
}
