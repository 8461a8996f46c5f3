import Chronology

/// A reading session in 16 bytes, with what became of the prompt after it.
struct ReadingRow: Hashable, SessionRow {
  enum Prompt: UInt8, Sendable {
    /// None was asked, or it has ended with its work.
    case none, open, answered, skipped
  }

  let startedAt: Int64
  /// The work's number in the `WorkTable`.
  let work: UInt32
  /// The seconds of the span above, then three bits of the dimension that was asked for, then two of the prompt.
  private var bits: UInt32

  static let bytes = 16
  /// No real time is beyond it, and within it no sum overflows.
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

  /// What the prompt asks for.
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
      throw SnapshotDamage("no clock shows \(startedAt)")
    }
    guard bits >> 2 & 7 < DiversityDimension.core.count else { throw SnapshotDamage("a prompt asks for nothing known") }
  }
}
