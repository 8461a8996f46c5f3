import CSQLite
import Chronology
import Glibc

/// Reads the statistics file of KOReader. The file is not trusted: it is opened read-only, only three tables are
/// read, its schema is not trusted, and time, rows and lengths are limited.
final class KOReaderStore {
  struct Book {
    var id: Int64
    var title: String
    var authors: String
    var pages: Int?
    var language: String?
    /// For example "Name #2".
    var series: String
  }

  struct PageRow {
    var book: Int64
    var page: FoundReading.Page
  }

  /// Ends the statements after their time. SQLite checks it regularly.
  private final class Deadline {
    private var end = timespec()

    init(seconds: Int) {
      clock_gettime(CLOCK_MONOTONIC, &end)
      end.tv_sec += seconds
    }

    var isOver: Bool {
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      return now.tv_sec > end.tv_sec
    }
  }

  private static let tables = ["sqlite_master", "book", "page_stat_data", "page_stat"]
  private let handle: OpaquePointer
  private let deadline = Deadline(seconds: ImportLimits.statementSeconds)
  /// The bytes of a database that was opened from memory.
  private var memory: UnsafeMutableRawPointer?

  init(_ source: ImportSource) throws(ImportError) {
    let log = try Self.log(nextTo: source)
    // Opens the file by path if there is no log next to it.
    let path = log == nil ? source.path : nil
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
    let name = path.map { "file:\(Self.escaped($0))?immutable=1&mode=ro" } ?? ":memory:"
    let code = sqlite3_open_v2(name, &opened, path == nil ? SQLITE_OPEN_READWRITE : flags, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw ImportError("not a KOReader statistics file: it is not an SQLite database")
    }
    handle = opened
    if path == nil { try load(source, log) }
    harden()
    guard try Set(names()).isSuperset(of: ["book"]) else {
      throw ImportError("not a KOReader statistics file: table 'book' is missing")
    }
  }

  deinit {
    sqlite3_close_v2(handle)
    free(memory)
  }

  /// Returns the write-ahead log of a device that was not shut down, if it was copied too.
  private static func log(nextTo source: ImportSource) throws(ImportError) -> WriteAheadLog? {
    guard let path = source.path.map({ $0 + "-wal" }), access(path, F_OK) == 0 else { return nil }
    let log = try ImportSource(path: path)
    guard log.byteCount <= ImportLimits.databaseBytes else { throw Self.tooLarge }
    return WriteAheadLog(try log.bytes(at: 0, count: log.byteCount))
  }

  private static let tooLarge = ImportError(
    "the statistics file is larger than \(ImportLimits.databaseBytes >> 20) MiB")

  /// Loads a file without a path, or with a log, into memory for SQLite.
  private func load(_ source: ImportSource, _ log: WriteAheadLog?) throws(ImportError) {
    let count = log?.byteCount ?? source.byteCount
    guard max(count, source.byteCount) <= ImportLimits.databaseBytes else { throw Self.tooLarge }
    // Pages that are neither in the file nor in the log are zero and take no memory, even if the log claims many.
    guard let memory = calloc(1, max(1, count)) else { throw ImportError("not enough memory for the file") }
    self.memory = memory
    let bytes = memory.bindMemory(to: UInt8.self, capacity: count)
    var place = 0
    try source.forEachChunk({ _ in }) { chunk throws(ImportError) in
      for byte in chunk where place < count {
        bytes[place] = byte
        place += 1
      }
    }
    if let log {
      log.apply(to: UnsafeMutableBufferPointer(start: bytes, count: count))
      place = count
    }
    // Marks the database as one without a log, whose pages are applied now. SQLite would reject it otherwise.
    if place > 19 { (bytes[18], bytes[19]) = (1, 1) }
    let flags = UInt32(SQLITE_DESERIALIZE_READONLY)
    guard sqlite3_deserialize(handle, "main", bytes, Int64(place), Int64(place), flags) == SQLITE_OK else {
      throw ImportError("not a KOReader statistics file: it is not an SQLite database")
    }
  }

  private func harden() {
    _ = waymark_sqlite3_flag(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    let off = [
      SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_VIEW,
      SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, SQLITE_DBCONFIG_ENABLE_FKEY,
    ]
    for flag in off { _ = waymark_sqlite3_flag(handle, flag, 0) }
    let limits: [(Int32, Int)] = [
      (SQLITE_LIMIT_LENGTH, ImportLimits.rowBytes), (SQLITE_LIMIT_SQL_LENGTH, 64 << 10), (SQLITE_LIMIT_COLUMN, 100),
      (SQLITE_LIMIT_EXPR_DEPTH, 20), (SQLITE_LIMIT_COMPOUND_SELECT, 2), (SQLITE_LIMIT_VDBE_OP, 10_000),
      (SQLITE_LIMIT_FUNCTION_ARG, 4), (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100),
      (SQLITE_LIMIT_TRIGGER_DEPTH, 1), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]
    for (limit, value) in limits { _ = sqlite3_limit(handle, limit, Int32(value)) }
    sqlite3_progress_handler(
      handle, 1_000,
      { context in
        guard let context else { return 1 }
        return Unmanaged<Deadline>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
      }, Unmanaged.passUnretained(deadline).toOpaque())
    sqlite3_set_authorizer(
      handle,
      { _, action, table, _, _, within in
        guard within == nil else { return SQLITE_DENY }
        if action == SQLITE_SELECT { return SQLITE_OK }
        guard action == SQLITE_READ, let table else { return SQLITE_DENY }
        return KOReaderStore.tables.contains(String(cString: table)) ? SQLITE_OK : SQLITE_DENY
      }, nil)
  }

  /// Returns the names of the tables, and rejects a view with the name of a table.
  private func names() throws(ImportError) -> [String] {
    var names: [String] = []
    var hasFalseTable = false
    try each(["SELECT name, type FROM sqlite_master"], most: 1_000) { row in
      let name = row.text(0)
      if row.text(1) == "table" { names.append(name) }
      if row.text(1) == "view", name == "page_stat_data" { hasFalseTable = true }
    }
    if hasFalseTable {
      throw ImportError("not a KOReader statistics file: 'page_stat_data' is a view instead of a table")
    }
    return names
  }

  /// Returns the books, with nil for a row whose id is not a number.
  func books() throws(ImportError) -> [Book?] {
    var books: [Book?] = []
    let statements = ["language, series", "language, NULL", "NULL, NULL"].map {
      "SELECT id, title, authors, pages, \($0) FROM book"
    }
    try each(statements, most: ImportLimits.booksInStatistics) { row in
      guard let id = row.integer(0) else { return books.append(nil) }
      books.append(
        Book(
          id: id, title: row.text(1), authors: row.text(2), pages: row.integer(3).map { Int($0) },
          language: row.text(4), series: row.text(5)))
    }
    return books
  }

  /// Passes on the pages in stored order, with nil for an invalid row.
  func forEachPage(_ body: (PageRow?) -> Void) throws(ImportError) {
    let names = try names()
    // Before 2020, the table was called `page_stat` and had no number of pages.
    let statements =
      names.contains("page_stat_data")
      ? ["SELECT id_book, page, start_time, duration, total_pages FROM page_stat_data"]
      : [
        "SELECT id_book, page, start_time, duration, 0 FROM page_stat",
        "SELECT id_book, page, start_time, period, 0 FROM page_stat",
      ]
    guard names.contains("page_stat_data") || names.contains("page_stat") else { return }
    try each(statements, most: ImportLimits.pageRows) { row in
      guard let book = row.integer(0), let page = row.integer(1), let start = row.integer(2),
        let seconds = row.integer(3), (0...100_000).contains(page), (0...86_400).contains(seconds),
        (0...253_402_300_799).contains(start)
      else { return body(nil) }
      let onDevice = min(max(row.integer(4) ?? 0, 0), 100_000)
      let read = FoundReading.Page(
        number: Int(page), startedAt: Instant(seconds: start), seconds: seconds, pagesOnDevice: Int(onDevice))
      body(PageRow(book: book, page: read))
    }
  }

  private struct Columns {
    let statement: OpaquePointer

    func integer(_ column: Int32) -> Int64? {
      sqlite3_column_type(statement, column) == SQLITE_INTEGER ? sqlite3_column_int64(statement, column) : nil
    }

    func text(_ column: Int32) -> String {
      guard sqlite3_column_type(statement, column) == SQLITE_TEXT, let start = sqlite3_column_text(statement, column)
      else { return "" }
      let count = Int(sqlite3_column_bytes(statement, column))
      return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
  }

  /// Passes on the rows of the first statement that matches the file's schema.
  private func each(
    _ statements: [String], most: Int, _ body: (Columns) -> Void
  ) throws(ImportError) {
    var statement: OpaquePointer?
    for text in statements where statement == nil { sqlite3_prepare_v2(handle, text, -1, &statement, nil) }
    guard let statement else { throw readError }
    defer { sqlite3_finalize(statement) }
    var count = 0
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_DONE: return
      case SQLITE_ROW: body(Columns(statement: statement))
      case SQLITE_INTERRUPT:
        throw ImportError("reading the statistics took longer than \(ImportLimits.statementSeconds) s")
      default: throw readError
      }
      count += 1
      guard count <= most else { throw ImportError("a table of the statistics has more than \(most) rows") }
    }
  }

  private var readError: ImportError {
    ImportError("the KOReader statistics file cannot be read: \(String(cString: sqlite3_errmsg(handle)))")
  }

  /// Escapes a path for a URI.
  private static func escaped(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D...0x2F, 0x5F: text.append(byte)
      default: text += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
