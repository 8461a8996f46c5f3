import CSQLite
import Chronology
import Glibc

/// Reads the statistics file of KOReader, which anybody may have made: opened unchangeable, with nothing of its schema
/// trusted, no table but the three that are needed, and a bound on time, rows and lengths.
final class KOReaderStore {
  struct Book {
    var id: Int64
    var title: String
    var authors: String
    var pages: Int?
    var language: String?
    /// "Name #2".
    var series: String
  }

  struct PageRow {
    var book: Int64
    var page: FoundReading.Page
  }

  /// When the statements have had time enough; SQLite asks now and then.
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
  /// The database, where SQLite was given its bytes.
  private var memory: UnsafeMutableRawPointer?

  init(_ source: ImportSource) throws(ImportRefusal) {
    let log = try Self.log(beside: source)
    // By its name where nothing stands beside it.
    let path = log == nil ? source.path : nil
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
    let name = path.map { "file:\(Self.escaped($0))?immutable=1&mode=ro" } ?? ":memory:"
    let code = sqlite3_open_v2(name, &opened, path == nil ? SQLITE_OPEN_READWRITE : flags, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw ImportRefusal("this is no statistics file of KOReader: it cannot be opened as a database")
    }
    handle = opened
    if path == nil { try load(source, log) }
    harden()
    guard try Set(names()).isSuperset(of: ["book"]) else {
      throw ImportRefusal("this is no statistics file of KOReader: it has no table 'book'")
    }
  }

  deinit {
    sqlite3_close_v2(handle)
    free(memory)
  }

  /// What a reader that was not closed has left to be put into the file, where that was copied too.
  private static func log(beside source: ImportSource) throws(ImportRefusal) -> WriteAheadLog? {
    guard let path = source.path.map({ $0 + "-wal" }), access(path, F_OK) == 0 else { return nil }
    let log = try ImportSource(path: path)
    guard log.byteCount <= ImportLimits.databaseBytes else { throw Self.tooLarge }
    return WriteAheadLog(try log.bytes(at: 0, count: log.byteCount))
  }

  private static let tooLarge = ImportRefusal(
    "the statistics have more than \(ImportLimits.databaseBytes >> 20) MiB")

  /// What can be opened by no name, or needs the log beside it: SQLite is given its bytes.
  private func load(_ source: ImportSource, _ log: WriteAheadLog?) throws(ImportRefusal) {
    let count = log?.byteCount ?? source.byteCount
    guard max(count, source.byteCount) <= ImportLimits.databaseBytes else { throw Self.tooLarge }
    // Pages that are neither in the file nor in the log are empty, and take no memory, however many a log claims.
    guard let memory = calloc(1, max(1, count)) else { throw ImportRefusal("there is no memory for the file") }
    self.memory = memory
    let bytes = memory.bindMemory(to: UInt8.self, capacity: count)
    var place = 0
    try source.forEachChunk({ _ in }) { chunk throws(ImportRefusal) in
      for byte in chunk where place < count {
        bytes[place] = byte
        place += 1
      }
    }
    if let log {
      log.apply(to: UnsafeMutableBufferPointer(start: bytes, count: count))
      place = count
    }
    // A database that says it has a log would be refused; what it has is in its bytes now.
    if place > 19 { (bytes[18], bytes[19]) = (1, 1) }
    let flags = UInt32(SQLITE_DESERIALIZE_READONLY)
    guard sqlite3_deserialize(handle, "main", bytes, Int64(place), Int64(place), flags) == SQLITE_OK else {
      throw ImportRefusal("this is no statistics file of KOReader: it cannot be opened as a database")
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

  /// The tables that there are; a view by such a name is none.
  private func names() throws(ImportRefusal) -> [String] {
    var names: [String] = []
    var hasFalseTable = false
    try each(["SELECT name, type FROM sqlite_master"], most: 1_000) { row in
      let name = row.text(0)
      if row.text(1) == "table" { names.append(name) }
      if row.text(1) == "view", name == "page_stat_data" { hasFalseTable = true }
    }
    if hasFalseTable {
      throw ImportRefusal("this is no statistics file of KOReader: its 'page_stat_data' is a view and no table")
    }
    return names
  }

  /// Nil for a row that has no number as its id.
  func books() throws(ImportRefusal) -> [Book?] {
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

  /// Pages as they were turned, in whatever order they are stored. Nil for what no such row can be.
  func forEachPage(_ body: (PageRow?) -> Void) throws(ImportRefusal) {
    let names = try names()
    // Before 2020 the table had the name of today's view, and no count of pages.
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

  /// The rows of the first statement that fits the file's schema.
  private func each(
    _ statements: [String], most: Int, _ body: (Columns) -> Void
  ) throws(ImportRefusal) {
    var statement: OpaquePointer?
    for text in statements where statement == nil { sqlite3_prepare_v2(handle, text, -1, &statement, nil) }
    guard let statement else { throw refusal }
    defer { sqlite3_finalize(statement) }
    var count = 0
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_DONE: return
      case SQLITE_ROW: body(Columns(statement: statement))
      case SQLITE_INTERRUPT:
        throw ImportRefusal("reading the statistics took longer than \(ImportLimits.statementSeconds) s: given up")
      default: throw refusal
      }
      count += 1
      guard count <= most else { throw ImportRefusal("a table of the statistics has more than \(most) rows") }
    }
  }

  private var refusal: ImportRefusal {
    ImportRefusal("this is no statistics file of KOReader that can be read: \(String(cString: sqlite3_errmsg(handle)))")
  }

  /// A path within a URI.
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
