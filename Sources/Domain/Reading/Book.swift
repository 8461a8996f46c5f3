import Chronology

/// What the reading figures need of a work: its catalogue data, its status in the library and its cultural origin.
struct Book: Hashable, WorkRow {
  var title = ""
  /// Numbers of the genres' names, each once.
  var genres: [UInt32] = []
  /// The language's number, from 1 on; 0 where it is not known.
  var language: UInt32 = 0
  /// 0 where it is not known.
  var pageCount: UInt32 = 0
  /// The place of the cultural origin among its values, from 1 on; 0 where it is not known.
  var culture: UInt8 = 0
  /// The place of the time period among its values, from 1 on; 0 where the year is not known.
  var timePeriod: UInt8 = 0
  /// In halves.
  var rating: UInt8?
  /// Set where the work is finished.
  var finishedAt: Int64?

  var isFinished: Bool { finishedAt != nil }

  /// From its entry in the library.
  mutating func set(_ entry: LibraryEntry?) {
    rating = entry?.rating.map { UInt8(clamping: Int($0 * 2)) }
    finishedAt = entry?.status == .finished ? entry?.finishedAt?.seconds : nil
  }

  mutating func setYear(_ year: Int?) {
    let name = year.map(DiversityDimension.timePeriod(of:))
    let place = name.flatMap { DiversityDimension.timePeriod.values.firstIndex(of: $0) }
    timePeriod = place.map { UInt8($0 + 1) } ?? 0
  }

  mutating func setCulture(_ value: String?) {
    let place = value.flatMap { DiversityDimension.culturalOrigin.values.firstIndex(of: $0) }
    culture = place.map { UInt8($0 + 1) } ?? 0
  }
}

extension Book {
  static let bytes = 4 + 4 + 4 + 4 + 1 + 1 + 1 + 1

  /// Short texts are held in place; whatever is not has a header of its own.
  var outsideBytes: Int {
    (title.utf8.count > 15 ? 32 + title.utf8.count : 0) + (genres.isEmpty ? 0 : 32 + genres.count * 4)
  }

  func write(to writer: inout ByteWriter) {
    writer.write(title)
    writer.write(UInt32(genres.count))
    for genre in genres { writer.write(genre) }
    writer.write(language)
    writer.write(pageCount)
    writer.write(culture)
    writer.write(timePeriod)
    writer.write(rating) { $0.write($1) }
    writer.write(finishedAt) { $0.write($1) }
  }

  init(from reader: inout ByteReader) throws(SnapshotDamage) {
    title = try reader.text()
    for _ in 0..<(try reader.count(itemBytes: 4)) { genres.append(try reader.unsigned()) }
    language = try reader.unsigned()
    pageCount = try reader.unsigned()
    culture = try reader.byte()
    timePeriod = try reader.byte()
    rating = try reader.optional { reader throws(SnapshotDamage) in try reader.byte() }
    finishedAt = try reader.optional { reader throws(SnapshotDamage) in try reader.integer() }
    guard Int(culture) <= DiversityDimension.culturalOrigin.values.count else {
      throw SnapshotDamage("there is no culture \(culture)")
    }
    guard Int(timePeriod) <= DiversityDimension.timePeriod.values.count else {
      throw SnapshotDamage("there is no time period \(timePeriod)")
    }
  }
}
