import API
import CSQLite
import Chronology
import ForgedLog
import Glibc
import Testing

@testable import Import

@Suite("KOReader statistics with a write-ahead log")
struct WriteAheadLogTests {
  private static let schema = """
    CREATE TABLE book (id INTEGER, title TEXT, authors TEXT, pages INTEGER, language TEXT);
    CREATE TABLE page_stat_data (
      id_book INTEGER, page INTEGER, start_time INTEGER, duration INTEGER, total_pages INTEGER);
    INSERT INTO book VALUES (1, 'Emma', 'Jane Austen', 300, 'en');
    INSERT INTO page_stat_data VALUES (1, 5, 1600000000, 60, 300);
    """

  /// The files of a database on a device that was not shut down: the commits are only in the log.
  private func files(_ commits: [String], pageBytes: Int = 4_096) throws -> (database: [UInt8], log: [UInt8]) {
    try ScratchFile.with([]) { path in
      defer { for end in ["-wal", "-shm"] { unlink(path + end) } }
      var database: OpaquePointer?
      try #require(sqlite3_open(path, &database) == SQLITE_OK)
      defer { sqlite3_close(database) }
      let start = "PRAGMA page_size = \(pageBytes); PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;"
      for statements in [start, Self.schema, "PRAGMA wal_checkpoint(TRUNCATE)"] + commits {
        try #require(sqlite3_exec(database, statements, nil, nil, nil) == SQLITE_OK)
      }
      let whole = try ImportSource(path: path)
      let log = try ImportSource(path: path + "-wal")
      return (try whole.bytes(at: 0, count: whole.byteCount), try log.bytes(at: 0, count: log.byteCount))
    }
  }

  private func found(_ database: [UInt8], _ log: [UInt8]) throws -> Findings {
    try ScratchFile.with(database) { path in
      try ScratchFile.with(log) { made in
        try #require(rename(made, path + "-wal") == 0)
        defer { unlink(path + "-wal") }
        let reading = FileReading(format: .koreader, calendar: LocalCalendar(zone: .utc))
        return try reading.findings(in: try ImportSource(path: path))
      }
    }
  }

  private func insert(_ page: Int) -> String {
    "INSERT INTO page_stat_data VALUES (1, \(page), \(1_600_000_000 + page * 1_000), 60, 300);"
  }

  @Test("Reads the commits of the log with the file, and changes no file", arguments: [512, 4_096, 65_536])
  func committed(pageBytes: Int) throws {
    // Enough rows that the log adds pages to the database.
    let commits = stride(from: 10, to: 1_010, by: 100).map { first in
      "BEGIN;" + (first..<first + 100).map { insert($0) }.joined() + "COMMIT;"
    }
    let (database, log) = try files(commits, pageBytes: pageBytes)
    #expect(try Read.findings(.koreader, bytes: database).readings.count == 1)
    #expect(try found(database, []).readings.count == 1)
    #expect(try found(database, log).readings.count == 1_001)
  }

  @Test("A truncated or damaged log is read up to the previous commit")
  func cutOff() throws {
    let (database, log) = try files((10..<14).map(insert), pageBytes: 512)
    let whole = try found(database, log).readings.count
    #expect(whole == 5)
    var counts: Set<Int> = []
    for end in stride(from: 0, to: log.count, by: 101) {
      counts.insert(try found(database, Array(log[..<end])).readings.count)
    }
    #expect(counts == Set(1..<whole))
    for place in stride(from: 0, to: log.count, by: 13) {
      var changed = log
      changed[place] ^= 0x10
      let read = try found(database, changed).readings.count
      // A checksum covers all bytes from the header to the first frame's salts.
      #expect((1..<whole).contains(read), "byte \(place)")
    }
  }

  @Test("Ignores a log of another database", arguments: [[], [0x37, 0x7F, 0x06, 0x82], [UInt8](0...255)])
  func none(log: [UInt8]) throws {
    #expect(WriteAheadLog(log) == nil)
    let (database, _) = try files([insert(10)])
    #expect(try found(database, log).readings.count == 1)
  }

  @Test("Rejects a log that makes its database exceed the limit")
  func tooLarge() throws {
    let (database, log) = try files([insert(10)], pageBytes: 65_536)
    var claimed = log
    // The number of pages after the commit.
    claimed.replaceSubrange(36..<40, with: [0, 1, 0, 0])
    let forged = ForgedLog.made(of: claimed, pageBytes: 65_536)
    #expect(throws: ImportError.self) { try found(database, forged) }
    #expect(ForgedLog.made(of: log, pageBytes: 65_536) == log)
  }
}
