/// What is known of one work's diversity, in 48 bytes: libraries are large, and all of them is held in memory.
struct ShelvedWork: Hashable, WorkRow {
  var title = ""
  /// By the dimension's lane: 0 where there is no value, else its place among the dimension's values, from 1 on.
  var values = SIMD8<UInt8>()
  /// Set where the work is finished, else the least number.
  var finishedAt = Int64.min
  /// The language's number, from 1 on; 0 where it is not known.
  var language: UInt32 = 0
  /// How many events have decided about its diversity: a decision names the one that it has seen.
  var version: UInt32 = 0
  /// The core dimensions that points were given for, by lane. They outlive the work.
  var awarded: UInt8 = 0
  var exists = false
  var isInLibrary = false

  func isAwarded(_ lane: Int) -> Bool { awarded & (1 << UInt8(lane)) != 0 }

  func value(of dimension: DiversityDimension) -> String? {
    guard let lane = dimension.lane, values[lane] > 0, Int(values[lane]) <= dimension.values.count else { return nil }
    return dimension.values[Int(values[lane]) - 1]
  }

  mutating func set(_ value: String?, of dimension: DiversityDimension) {
    guard let lane = dimension.lane else { return }
    let place = value.flatMap { dimension.values.firstIndex(of: $0) }
    values[lane] = place.map { UInt8($0 + 1) } ?? 0
  }

  /// All that was set goes; what follows from the work itself goes with it too.
  mutating func forget() {
    title = ""
    values = SIMD8()
    language = 0
    finishedAt = .min
    exists = false
    isInLibrary = false
  }
}

extension DiversityDimension {
  /// Its place among the fixed dimensions; nil for the language.
  var lane: Int? { Self.lanes[self] }

  private static let lanes = Dictionary(uniqueKeysWithValues: fixed.enumerated().map { ($1, $0) })
}

extension ShelvedWork {
  static let bytes = 4 + 8 + 8 + 4 + 4 + 3

  /// Short texts are held in place.
  var outsideBytes: Int { title.utf8.count > 15 ? 32 + title.utf8.count : 0 }

  func write(to writer: inout ByteWriter) {
    writer.write(title)
    for lane in 0..<8 { writer.write(values[lane]) }
    writer.write(finishedAt)
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
      guard Int(value) <= dimension.values.count, let lane = dimension.lane else {
        throw SnapshotDamage("\(dimension.rawValue) has no value \(value)")
      }
      values[lane] = value
    }
    finishedAt = try reader.integer()
    language = try reader.unsigned()
    version = try reader.unsigned()
    awarded = try reader.byte()
    exists = try reader.bool()
    isInLibrary = try reader.bool()
  }
}
