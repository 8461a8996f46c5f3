import API
import CLinux
import Chronology
import Domain
import Glibc

@testable import Import

extension FuzzTarget {
  /// Reads the bytes as a file, as the process of an upload does: whatever they are, they are read or refused. What
  /// comes of them does not depend on the pieces in which they come.
  func checkImport(_ format: ImportFormat, _ bytes: [UInt8]) {
    let reading = FileReading(format: format, calendar: LocalCalendar(zone: .utc))
    guard let file = Self.file(bytes) else { preconditionFailure("there is no memory for a file") }
    let whole = try? reading.findings(in: file)
    for found in whole?.rucks ?? [] {
      _ = try? RuckRules.outcome(of: found.ruck, known: nil, now: Instant(seconds: 1_800_000_000))
      precondition(found.line >= 0, "a line has no number")
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
    precondition(isRead == (whole != nil), "the pieces decide whether it is read")
    guard let whole else { return }
    precondition(whole.books == parts.books && whole.listenings == parts.listenings, "the pieces decide what is read")
    precondition(whole.rucks == parts.rucks && whole.report == parts.report, "the pieces decide what is read")
  }

  /// The first byte says which list of books it is.
  func checkBooks(_ bytes: [UInt8]) {
    let lists: [ImportFormat] = [.goodreads, .storygraph, .librarything, .bookwyrm, .hardcover]
    checkImport(lists[Int(bytes.first ?? 0) % lists.count], Array(bytes.dropFirst()))
  }

  private static func file(_ bytes: [UInt8]) -> ImportSource? {
    let descriptor = open_memory_file()
    guard descriptor >= 0 else { return nil }
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    return try? ImportSource(descriptor: descriptor)
  }
}
