import API
import CLinux
import Chronology
import Domain
import Glibc

@testable import Import

extension FuzzTarget {
  /// Reads the bytes as a file, like the process of an upload. They must be read or rejected, independent of the
  /// chunks: of the file, and of what is decompressed from it.
  func checkImport(_ format: ImportFormat, _ bytes: [UInt8]) {
    let reading = FileReading(format: format, calendar: LocalCalendar(zone: .utc))
    let whole = Self.outcome(reading, bytes)
    let found = try? whole.get()
    for found in found?.rucks ?? [] {
      _ = try? RuckRules.outcome(of: found.ruck, known: nil, now: Instant(seconds: 1_800_000_000))
      precondition(found.line >= 0, "a line number is negative")
    }
    // Databases are read by SQLite.
    guard (try? reading.reader) != nil else { return }
    switch (whole, Self.outcome(reading, bytes, chunkBytes: 7)) {
    case (.success(let whole), .success(let parts)):
      precondition(
        whole.books == parts.books && whole.listenings == parts.listenings, "the result depends on the chunks")
      precondition(whole.readings == parts.readings, "the result depends on the chunks")
      precondition(whole.rucks == parts.rucks && whole.report == parts.report, "the result depends on the chunks")
    case (.failure(let whole), .failure(let parts)):
      precondition(whole.description == parts.description, "the reason depends on the chunks")
    default: preconditionFailure("rejection depends on the chunks")
    }
  }

  /// The first byte selects the format of the list.
  func checkBooks(_ bytes: [UInt8]) {
    let lists: [ImportFormat] = [
      .goodreads, .storygraph, .librarything, .bookwyrm, .hardcover, .calibre, .openreads, .openlibrary,
    ]
    checkImport(lists[Int(bytes.first ?? 0) % lists.count], Array(bytes.dropFirst()))
  }

  private static func outcome(
    _ reading: FileReading, _ bytes: [UInt8], chunkBytes: Int = ImportLimits.chunkBytes
  ) -> Result<Findings, ImportError> {
    let descriptor = open_memory_file()
    guard descriptor >= 0 else { preconditionFailure("not enough memory for a file") }
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    return Result { () throws(ImportError) in
      try reading.findings(in: try ImportSource(descriptor: descriptor, chunkBytes: chunkBytes))
    }
  }
}
