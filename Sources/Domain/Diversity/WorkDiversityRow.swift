import Chronology

/// The diversity of one work. A whole library is kept in memory.
struct WorkDiversityRow: Hashable, WorkRow {
  var title = ""
  /// By the dimension's slot: 0 if there is no value, otherwise the value's position among the dimension's values,
  /// starting at 1.
  var values = SIMD8<UInt8>()
  /// In the order in which they were created.
  var reads: [BookRead] = []
  /// The language's number, starting at 1, or 0 if it is unknown.
  var language: UInt32 = 0
  /// The number of events that decided about the work's diversity. A decision names the version on which it is based.
  var version: UInt32 = 0
  /// The core dimensions that earned points, by slot. They outlive the work.
  var awarded: UInt8 = 0
  var exists = false
  var isInLibrary = false

  /// A listen-through counts unless it belongs to another read, which the calendar decides.
  func isFinished(in span: DaySpan, _ calendar: LocalCalendar) -> Bool {
    reads.counted(in: calendar).contains { $0.isFinished && $0.finish?.isIn(span) ?? false }
  }

  func isAwarded(_ slot: Int) -> Bool { awarded & (1 << UInt8(slot)) != 0 }

  func value(of dimension: DiversityDimension) -> String? {
    guard let slot = dimension.slot, values[slot] > 0, Int(values[slot]) <= dimension.values.count else { return nil }
    return dimension.values[Int(values[slot]) - 1]
  }

  mutating func set(_ value: String?, of dimension: DiversityDimension) {
    guard let slot = dimension.slot else { return }
    let place = value.flatMap { dimension.values.firstIndex(of: $0) }
    values[slot] = place.map { UInt8($0 + 1) } ?? 0
  }

  /// Keeps only the version and the awards.
  mutating func clear() {
    title = ""
    values = SIMD8()
    language = 0
    reads = []
    exists = false
    isInLibrary = false
  }
}

extension DiversityDimension {
  /// The index among the fixed dimensions, or nil for the language.
  var slot: Int? { Self.slots[self] }

  private static let slots = Dictionary(uniqueKeysWithValues: fixed.enumerated().map { ($1, $0) })
}

extension WorkDiversityRow {
  static let bytes = 4 + 8 + 4 + 4 + 4 + 3

  /// Short strings are stored inline.
  var outsideBytes: Int { (title.utf8.count > 15 ? 32 + title.utf8.count : 0) + reads.outsideBytes }

  func write(to writer: inout ByteWriter) {
    writer.write(title)
    for slot in 0..<8 { writer.write(values[slot]) }
    writer.write(UInt32(reads.count))
    for read in reads { read.write(to: &writer) }
    writer.write(language)
    writer.write(version)
    writer.write(awarded)
    writer.write(exists)
    writer.write(isInLibrary)
  }

  init(from reader: inout ByteReader) throws(SnapshotDamage) {
    title = try reader.text()
    for dimension in DiversityDimension.fixed {
      let value = try reader.byte()
      guard Int(value) <= dimension.values.count, let slot = dimension.slot else {
        throw SnapshotDamage("\(dimension.rawValue) has an unknown value \(value)")
      }
      values[slot] = value
    }
    for _ in 0..<(try reader.count(itemBytes: BookRead.bytes)) { reads.append(try BookRead(from: &reader)) }
    language = try reader.unsigned()
    version = try reader.unsigned()
    awarded = try reader.byte()
    exists = try reader.bool()
    isInLibrary = try reader.bool()
  }
}
