import Chronology

/// The data of a work that the reading figures need: from the catalogue, the library, and its cultural origin.
struct Book: Hashable, WorkRow {
  var title = ""
  /// The numbers of the genres, without duplicates.
  var genres: [UInt32] = []
  /// The language's number, starting at 1, or 0 if it is unknown.
  var language: UInt32 = 0
  /// 0 if it is unknown.
  var pageCount: UInt32 = 0
  /// The position of the cultural origin among its values, starting at 1, or 0 if it is unknown.
  var culture: UInt8 = 0
  /// The position of the time period among its values, starting at 1, or 0 if the year is unknown.
  var timePeriod: UInt8 = 0
  /// In the order in which they were created.
  var reads: [BookRead] = []

  var isFinished: Bool { reads.contains(where: \.isFinished) }

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
  static let bytes = 4 + 4 + 4 + 4 + 1 + 1 + 4

  /// Short strings are stored inline. Longer ones and arrays have a heap header.
  var outsideBytes: Int {
    (title.utf8.count > 15 ? 32 + title.utf8.count : 0) + (genres.isEmpty ? 0 : 32 + genres.count * 4)
      + reads.outsideBytes
  }

  func write(to writer: inout ByteWriter) {
    writer.write(title)
    writer.write(UInt32(genres.count))
    for genre in genres { writer.write(genre) }
    writer.write(language)
    writer.write(pageCount)
    writer.write(culture)
    writer.write(timePeriod)
    writer.write(UInt32(reads.count))
    for read in reads { read.write(to: &writer) }
  }

  init(from reader: inout ByteReader) throws(SnapshotDamage) {
    title = try reader.text()
    for _ in 0..<(try reader.count(itemBytes: 4)) { genres.append(try reader.unsigned()) }
    language = try reader.unsigned()
    pageCount = try reader.unsigned()
    culture = try reader.byte()
    timePeriod = try reader.byte()
    for _ in 0..<(try reader.count(itemBytes: BookRead.bytes)) { reads.append(try BookRead(from: &reader)) }
    guard Int(culture) <= DiversityDimension.culturalOrigin.values.count else {
      throw SnapshotDamage("unknown culture \(culture)")
    }
    guard Int(timePeriod) <= DiversityDimension.timePeriod.values.count else {
      throw SnapshotDamage("unknown time period \(timePeriod)")
    }
  }
}
