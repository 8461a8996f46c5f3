import API
import CSQLite
import Chronology
import ForgedLog
import Glibc

@testable import Import

extension FuzzTarget {
  private static let pageBytes = 512

  /// Reads the bytes as the write-ahead log of KOReader's statistics: unchanged, and with valid checksums. An invalid
  /// log must not change the result.
  func checkLog(_ bytes: [UInt8]) {
    let place = LogPlace.shared
    for log in [bytes, ForgedLog.made(of: bytes, pageBytes: Self.pageBytes)] {
      let findings = place.findings(log)
      if let known = WriteAheadLog(log) {
        precondition(known.byteCount > 0, "a log without a page")
      } else {
        precondition(findings?.readings == place.alone?.readings, "an invalid log changes the result")
      }
    }
  }

  /// A statistics file and the path of its log.
  private final class LogPlace {
    nonisolated(unsafe) static let shared = LogPlace()

    let path: String
    private(set) var alone: Findings?

    private init() {
      // In memory if possible, because each input writes a file.
      let memory = "/dev/shm"
      var folder = Array("\(access(memory, W_OK) == 0 ? memory : "/tmp")/waymark-XXXXXX".utf8CString)
      guard mkdtemp(&folder) != nil else { fatalError("cannot create a folder for the statistics") }
      path = String(decoding: folder.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) + "/statistics.sqlite3"
      var database: OpaquePointer?
      sqlite3_open(path, &database)
      let made = sqlite3_exec(
        database,
        """
        PRAGMA page_size = \(FuzzTarget.pageBytes);
        CREATE TABLE book (id INTEGER, title TEXT, authors TEXT, pages INTEGER, language TEXT);
        CREATE TABLE page_stat_data (
          id_book INTEGER, page INTEGER, start_time INTEGER, duration INTEGER, total_pages INTEGER);
        INSERT INTO book VALUES (1, 'Emma', 'Jane Austen', 300, 'en');
        INSERT INTO page_stat_data VALUES (1, 5, 1600000000, 60, 300);
        """, nil, nil, nil)
      guard made == SQLITE_OK, sqlite3_close(database) == SQLITE_OK else { fatalError("cannot create the statistics") }
      alone = findings([])
      atexit {
        unlink(LogPlace.shared.path)
        rmdir(String(LogPlace.shared.path.dropLast("/statistics.sqlite3".count)))
      }
    }

    func findings(_ log: [UInt8]) -> Findings? {
      let descriptor = open(path + "-wal", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
      guard descriptor >= 0, log.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == log.count
      else { fatalError("the log cannot be written") }
      close(descriptor)
      defer { unlink(path + "-wal") }
      let reading = FileReading(format: .koreader, calendar: LocalCalendar(zone: .utc))
      return try? reading.findings(in: try ImportSource(path: path))
    }
  }
}
