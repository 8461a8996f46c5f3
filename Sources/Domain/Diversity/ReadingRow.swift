import Chronology

/// A reading session and the state of its prompt, in 16 bytes.
struct ReadingRow: Hashable, SessionRow {
  enum Prompt: UInt8, Sendable {
    /// There was no prompt, or it ended with its work.
    case none, open, answered, skipped
  }

  let startedAt: Int64
  /// The work's number in the `WorkTable`.
  let work: UInt32
  /// From the highest bit: the seconds of the session, three bits for the prompt's dimension, two for its state.
  private var bits: UInt32

  static let bytes = 16
  /// No valid time exceeds it, and sums within it cannot overflow.
  private static let endOfClocks: Int64 = 1 << 54
  private static let longestSpan = UInt32.max >> 5

  init(_ session: ReadingSession, work: UInt32) {
    startedAt = session.startedAt.seconds
    self.work = work
    bits = 0
    endedAt = session.endedAt.seconds
  }

  var endedAt: Int64 {
    get { startedAt + Int64(bits >> 5) }
    set {
      let span = UInt32(clamping: newValue.subtractingReportingOverflow(startedAt).partialValue)
      bits = min(span, Self.longestSpan) << 5 | bits & 31
    }
  }

  var prompt: Prompt { Prompt(rawValue: UInt8(bits & 3)) ?? .none }

  /// The dimension that the prompt asks for.
  var dimension: DiversityDimension {
    DiversityDimension.core[min(Int(bits >> 2 & 7), DiversityDimension.core.count - 1)]
  }

  mutating func set(_ prompt: Prompt, asking dimension: DiversityDimension? = nil) {
    let place = dimension.flatMap { DiversityDimension.core.firstIndex(of: $0) }.map(UInt32.init) ?? (bits >> 2 & 7)
    bits = bits & ~31 | (prompt == .none ? 0 : place << 2) | UInt32(prompt.rawValue)
  }

  func write(to writer: inout ByteWriter) {
    writer.write(startedAt)
    writer.write(work)
    writer.write(bits)
  }

  init(from reader: inout ByteReader) throws(SnapshotDamage) {
    startedAt = try reader.integer()
    work = try reader.unsigned()
    bits = try reader.unsigned()
    guard (-Self.endOfClocks..<Self.endOfClocks).contains(startedAt) else {
      throw SnapshotDamage("invalid time \(startedAt)")
    }
    guard bits >> 2 & 7 < DiversityDimension.core.count else {
      throw SnapshotDamage("a prompt asks for an unknown dimension")
    }
  }
}
