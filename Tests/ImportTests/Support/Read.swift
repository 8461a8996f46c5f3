import API
import CSQLite
import Chronology
import Domain
import Glibc
import Testing

@testable import Import

/// Reads files of tests.
enum Read {
  static func day(_ text: String) -> Instant? {
    Day(text).map { LocalCalendar(zone: .utc).start(of: $0) }
  }

  static func findings(_ format: ImportFormat, _ text: String) throws -> Findings {
    try findings(format, bytes: Array(text.utf8))
  }

  /// With the kinds of `--types`.
  static func findings(_ format: ImportFormat, _ text: String, types: [String]) throws -> Findings {
    let activities = ActivityOptions(kinds: Set(types.map { Sport.kind($0) }))
    let reading = FileReading(format: format, calendar: LocalCalendar(zone: .utc), activities: activities)
    return try ScratchFile.with(Array(text.utf8)) { try reading.findings(in: try ImportSource(path: $0)) }
  }

  /// Reads a file like the command, or passes chunks directly to the reader.
  static func findings(_ format: ImportFormat, bytes: [UInt8], pieces: Int? = nil) throws -> Findings {
    let reading = FileReading(format: format, calendar: LocalCalendar(zone: .utc))
    guard let pieces else {
      return try ScratchFile.with(bytes) { try reading.findings(in: try ImportSource(path: $0)) }
    }
    var reader = try #require(try reading.reader)
    var found = Findings()
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      try reader.read(bytes[start..<min(start + pieces, bytes.count)], into: &found)
    }
    try reader.finish(into: &found)
    return found
  }
}

extension FoundEntry {
  /// The dates of each read, such as `2023-05-01 to 2023-05`, with `?` for an unknown one.
  var spans: [String] {
    reads.map { read in
      let dates = [read.start, read.finish].map { date in
        date?.instant?.description ?? date?.partial?.description ?? "?"
      }
      return read.status == .reading ? "from \(dates[0])" : "\(dates[0]) to \(dates[1])"
    }
  }
}

extension ImportFormat {
  static let bookLists: [ImportFormat] = [
    .goodreads, .storygraph, .librarything, .bookwyrm, .hardcover, .calibre, .openreads, .openlibrary,
  ]
}

enum ScratchFile {
  static func with<Value>(_ bytes: [UInt8], _ body: (String) throws -> Value) throws -> Value {
    var template = Array("/tmp/waymark-import-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(path) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      try #require(count > 0)
      rest = rest.dropFirst(count)
    }
    close(descriptor)
    return try body(path)
  }
}

extension Read {
  /// Reads a database that the statements create.
  @discardableResult
  static func statistics(_ statements: String) throws -> Findings {
    try findings(.koreader, bytes: try statisticsBytes(statements))
  }

  static func kobo(_ statements: String) throws -> Findings {
    try findings(.kobo, bytes: try statisticsBytes(statements))
  }

  static func statisticsBytes(_ statements: String) throws -> [UInt8] {
    var database: OpaquePointer?
    try #require(sqlite3_open(":memory:", &database) == SQLITE_OK)
    defer { sqlite3_close(database) }
    try #require(sqlite3_exec(database, statements, nil, nil, nil) == SQLITE_OK)
    var count: sqlite3_int64 = 0
    let bytes = try #require(sqlite3_serialize(database, "main", &count, 0))
    defer { sqlite3_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }
}

extension String {
  func replacing(_ part: String, with other: String) -> String {
    split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }
}
