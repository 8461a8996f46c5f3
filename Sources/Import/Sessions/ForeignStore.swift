import CSQLite
import Chronology
import Glibc

/// A database that another app wrote. It is not trusted: it is opened read-only, only the given tables are read, its
/// schema is not trusted, and time, rows and lengths are limited.
final class ForeignStore {
  /// The limits that the callbacks of SQLite check: the tables, and the time of all statements.
  private final class Permission {
    let tables: Set<String>
    private var end = timespec()

    init(tables: [String], seconds: Int) {
      self.tables = Set(tables + ["sqlite_master"])
      clock_gettime(CLOCK_MONOTONIC, &end)
      end.tv_sec += seconds
    }

    var isOver: Bool {
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      return now.tv_sec > end.tv_sec
    }
  }

  /// The name of the file's kind, for errors.
  private let title: String
  private let handle: OpaquePointer
  private let permission: Permission
  /// The names of the tables in the file.
  private(set) var names: Set<String> = []
  /// The bytes of a database that was opened from memory.
  private var memory: UnsafeMutableRawPointer?

  /// Opens a file that has the table `needed` and in which `tables` are read. None of `stored` may be a view.
  init(
    _ source: ImportSource, title: String, tables: [String], needing needed: String, stored: [String] = [],
    columns: Int = 100
  ) throws(ImportError) {
    self.title = title
    permission = Permission(tables: tables, seconds: ImportLimits.statementSeconds)
    let log = try Self.log(nextTo: source, title)
    // Opens the file by path if there is no log next to it.
    let path = log == nil ? source.path : nil
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
    let name = path.map { "file:\(Self.escaped($0))?immutable=1&mode=ro" } ?? ":memory:"
    let code = sqlite3_open_v2(name, &opened, path == nil ? SQLITE_OPEN_READWRITE : flags, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw ImportError("not a \(title) file: it is not an SQLite database")
    }
    handle = opened
    if path == nil { try load(source, log) }
    harden(columns: columns)
    try readNames(stored: stored)
    guard names.contains(needed) else { throw ImportError("not a \(title) file: table '\(needed)' is missing") }
  }

  deinit {
    sqlite3_close_v2(handle)
    free(memory)
  }

  /// Returns the write-ahead log of a device that was not shut down, if it was copied too.
  private static func log(
    nextTo source: ImportSource, _ title: String
  ) throws(ImportError) -> WriteAheadLog? {
    guard let path = source.path.map({ $0 + "-wal" }), access(path, F_OK) == 0 else { return nil }
    let log = try ImportSource(path: path)
    guard log.byteCount <= ImportLimits.databaseBytes else { throw Self.tooLarge(title) }
    return WriteAheadLog(try log.bytes(at: 0, count: log.byteCount))
  }

  private static func tooLarge(_ title: String) -> ImportError {
    ImportError("the \(title) file is larger than \(ImportLimits.databaseBytes >> 20) MiB")
  }

  /// Loads a file without a path, or with a log, into memory for SQLite.
  private func load(_ source: ImportSource, _ log: WriteAheadLog?) throws(ImportError) {
    let count = log?.byteCount ?? source.byteCount
    guard max(count, source.byteCount) <= ImportLimits.databaseBytes else { throw Self.tooLarge(title) }
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
      throw ImportError("not a \(title) file: it is not an SQLite database")
    }
  }

  private func harden(columns: Int) {
    _ = waymark_sqlite3_flag(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    let off = [
      SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_VIEW,
      SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, SQLITE_DBCONFIG_ENABLE_FKEY,
    ]
    for flag in off { _ = waymark_sqlite3_flag(handle, flag, 0) }
    let limits: [(Int32, Int)] = [
      (SQLITE_LIMIT_LENGTH, ImportLimits.rowBytes), (SQLITE_LIMIT_SQL_LENGTH, 64 << 10), (SQLITE_LIMIT_COLUMN, columns),
      (SQLITE_LIMIT_EXPR_DEPTH, 20), (SQLITE_LIMIT_COMPOUND_SELECT, 2), (SQLITE_LIMIT_VDBE_OP, 10_000),
      (SQLITE_LIMIT_FUNCTION_ARG, 4), (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100),
      (SQLITE_LIMIT_TRIGGER_DEPTH, 1), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]
    for (limit, value) in limits { _ = sqlite3_limit(handle, limit, Int32(value)) }
    sqlite3_progress_handler(
      handle, 1_000,
      { context in
        guard let context else { return 1 }
        return Unmanaged<Permission>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
      }, Unmanaged.passUnretained(permission).toOpaque())
    sqlite3_set_authorizer(
      handle,
      { context, action, table, _, _, within in
        guard let context, within == nil else { return SQLITE_DENY }
        if action == SQLITE_SELECT { return SQLITE_OK }
        guard action == SQLITE_READ, let table else { return SQLITE_DENY }
        let permission = Unmanaged<Permission>.fromOpaque(context).takeUnretainedValue()
        return permission.tables.contains(String(cString: table)) ? SQLITE_OK : SQLITE_DENY
      }, Unmanaged.passUnretained(permission).toOpaque())
  }

  /// Reads the names of the tables, and rejects a view with the name of a table.
  private func readNames(stored: [String]) throws(ImportError) {
    var falseTable: String?
    try each(["SELECT name, type FROM sqlite_master"], most: 1_000) { row in
      let name = row.text(0)
      if row.text(1) == "table" { names.insert(name) }
      if row.text(1) == "view", stored.contains(name) { falseTable = name }
    }
    guard let falseTable else { return }
    throw ImportError("not a \(title) file: '\(falseTable)' is a view instead of a table")
  }

  /// The columns of a row.
  struct Columns {
    fileprivate let statement: OpaquePointer

    func integer(_ column: Int32) -> Int64? {
      sqlite3_column_type(statement, column) == SQLITE_INTEGER ? sqlite3_column_int64(statement, column) : nil
    }

    func text(_ column: Int32) -> String {
      guard sqlite3_column_type(statement, column) == SQLITE_TEXT, let start = sqlite3_column_text(statement, column)
      else { return "" }
      let count = Int(sqlite3_column_bytes(statement, column))
      return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The bytes of a value that is not text.
    func bytes(_ column: Int32) -> [UInt8] {
      guard sqlite3_column_type(statement, column) == SQLITE_BLOB, let start = sqlite3_column_blob(statement, column)
      else { return [] }
      return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }
  }

  /// Passes on the rows of the first statement that matches the file's schema.
  func each(
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
        throw ImportError("reading the \(title) file took longer than \(ImportLimits.statementSeconds) s")
      default: throw readError
      }
      count += 1
      guard count <= most else { throw ImportError("a table of the \(title) file has more than \(most) rows") }
    }
  }

  private var readError: ImportError {
    ImportError("the \(title) file cannot be read: \(String(cString: sqlite3_errmsg(handle)))")
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
