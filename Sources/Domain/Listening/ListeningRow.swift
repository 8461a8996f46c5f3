import Chronology

/// A listening session in 24 bytes, because years of them are kept in memory.
struct ListeningRow: Hashable, Sendable {
  var startedAt: Int64
  var duration: Double
  /// The story's number in the `StoryTable`.
  var story: UInt32
  /// The seconds of the span, which is at most a day; the lowest bit is whether the session was completed.
  private var spanAndCompleted: UInt32

  static let bytes = 24

  init(_ session: ListeningSession, story: UInt32) {
    startedAt = session.startedAt.seconds
    duration = session.duration
    self.story = story
    let span = UInt32(clamping: session.endedAt.seconds.subtractingReportingOverflow(startedAt).partialValue)
    spanAndCompleted = min(span, .max >> 1) << 1 | (session.completed ? 1 : 0)
  }

  var span: Int64 { Int64(spanAndCompleted >> 1) }
  var endedAt: Int64 { startedAt &+ span }
  var isCompleted: Bool { spanAndCompleted & 1 == 1 }

  /// Returns the part of the seconds that falls into a period. A session without a span belongs to its start.
  func seconds(in stretch: Range<Int64>) -> Double {
    let elapsed = min(endedAt, stretch.upperBound) - max(startedAt, stretch.lowerBound)
    if elapsed == span { return span > 0 || stretch.contains(startedAt) ? duration : 0 }
    return elapsed > 0 ? duration * (Double(elapsed) / Double(span)) : 0
  }

  func isBefore(_ other: ListeningRow) -> Bool {
    startedAt != other.startedAt ? startedAt < other.startedAt : story < other.story
  }

  func write(to writer: inout ByteWriter) {
    writer.write(startedAt)
    writer.write(duration)
    writer.write(story)
    writer.write(spanAndCompleted)
  }

  init(from reader: inout ByteReader) throws(SnapshotDamage) {
    startedAt = try reader.integer()
    duration = try reader.double()
    story = try reader.unsigned()
    spanAndCompleted = try reader.unsigned()
  }
}
