import Chronology

/// A reading session and its pages.
struct PageRow: Hashable, SessionRow {
  static let bytes = 20

  let startedAt: Int64
  let work: UInt32
  /// Seconds.
  let span: UInt32
  let pages: UInt32

  init(_ session: ReadingSession, work: UInt32) {
    startedAt = session.startedAt.seconds
    self.work = work
    span = UInt32(clamping: session.endedAt - session.startedAt)
    pages = UInt32(clamping: session.pagesRead)
  }

  var endedAt: Int64 { startedAt + Int64(span) }
  /// Whole minutes, as the session displays them.
  var minutes: Int { Int(span) / 60 }

  func write(to writer: inout ByteWriter) {
    writer.write(startedAt)
    writer.write(work)
    writer.write(span)
    writer.write(pages)
  }

  init(from reader: inout ByteReader) throws(SnapshotDamage) {
    startedAt = try reader.integer()
    work = try reader.unsigned()
    span = try reader.unsigned()
    pages = try reader.unsigned()
    guard abs(startedAt / 2) < 1 << 53 else { throw SnapshotDamage("invalid time \(startedAt)") }
  }
}

extension SessionLog<PageRow> {
  /// The latest end of a session; `.min` if there is none. No session is longer than a day.
  var lastEnd: Int64 { chunks.suffix(2).flatMap { $0.rows.lazy.map(\.endedAt) }.max() ?? .min }
}
