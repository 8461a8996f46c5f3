import API
import CLinux
import Chronology
import Domain
import Glibc

@testable import Import

extension FuzzTarget {
  /// Reads the bytes as a file, like the process of an upload. They must be read or rejected, independent of the
  /// chunks.
  func checkImport(_ format: ImportFormat, _ bytes: [UInt8]) {
    let reading = FileReading(format: format, calendar: LocalCalendar(zone: .utc))
    guard let file = Self.file(bytes) else { preconditionFailure("not enough memory for a file") }
    let whole = try? reading.findings(in: file)
    for found in whole?.rucks ?? [] {
      _ = try? RuckRules.outcome(of: found.ruck, known: nil, now: Instant(seconds: 1_800_000_000))
      precondition(found.line >= 0, "a line number is negative")
    }
    let isPacked = bytes.starts(with: [0x1F, 0x8B]) || bytes.starts(with: [0x50, 0x4B])
    guard !isPacked, var reader = try? reading.reader else { return }
    var parts = Findings()
    var isRead = true
    do throws(ImportError) {
      for start in stride(from: 0, to: bytes.count, by: 7) {
        try reader.read(bytes[start..<min(start + 7, bytes.count)], into: &parts)
      }
      try reader.finish(into: &parts)
    } catch {
      isRead = false
    }
    precondition(isRead == (whole != nil), "rejection depends on the chunks")
    guard let whole else { return }
    precondition(whole.books == parts.books && whole.listenings == parts.listenings, "the result depends on the chunks")
    precondition(whole.readings == parts.readings, "the result depends on the chunks")
    precondition(whole.rucks == parts.rucks && whole.report == parts.report, "the result depends on the chunks")
  }

  /// The first byte selects the format of the list.
  func checkBooks(_ bytes: [UInt8]) {
    let lists: [ImportFormat] = [
      .goodreads, .storygraph, .librarything, .bookwyrm, .hardcover, .calibre, .openreads, .openlibrary,
    ]
    checkImport(lists[Int(bytes.first ?? 0) % lists.count], Array(bytes.dropFirst()))
  }

  private static func file(_ bytes: [UInt8]) -> ImportSource? {
    let descriptor = open_memory_file()
    guard descriptor >= 0 else { return nil }
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    return try? ImportSource(descriptor: descriptor)
  }
}
