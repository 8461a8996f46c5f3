import Chronology

/// The values of a read that the figures need.
struct BookRead: DatedRead, Hashable, Sendable {
  var id: String
  var status: ReadStatus
  var format: ReadFormat?
  /// In quarters.
  var rating: UInt8?
  var start: ReadDate?
  var finish: ReadDate?
  var createdAt: Instant?
  var isListened: Bool

  init(_ read: Read) {
    id = read.id
    status = read.status
    format = read.format
    rating = read.rating.map { UInt8(clamping: Int($0 * 4)) }
    start = read.start
    finish = read.finish
    createdAt = read.createdAt
    isListened = read.isListened
  }

  /// The read without the values that the figures do not need.
  var read: Read {
    Read(
      id: id, status: status, start: start, finish: finish, rating: rating.map { Double($0) / 4 }, format: format,
      createdAt: createdAt)
  }

  var isFinished: Bool { status == .finished }
}

extension [BookRead] {
  /// Applies the event's changes of the work's reads.
  mutating func apply(_ event: EntrySaved) {
    for change in event.changes(after: last { !$0.isListened }?.read, lazy.map(\.id)) {
      let place = firstIndex { $0.id == (change.new ?? change.old)?.id }
      switch (place, change.new) {
      case (let place?, let new?): self[place] = BookRead(new)
      case (let place?, nil): remove(at: place)
      case (nil, let new?): append(BookRead(new))
      case (nil, nil): break
      }
    }
  }

  /// The memory outside the value. Short ids are stored inline.
  var outsideBytes: Int { isEmpty ? 0 : 32 + count * MemoryLayout<BookRead>.stride }
}

extension BookRead {
  /// The least size of an encoded read.
  static let bytes = 4 + 1 + 1 + 1 + 1 + 1 + 1 + 1

  func write(to writer: inout ByteWriter) {
    writer.write(id)
    writer.write(Self.number(of: status))
    writer.write(Self.number(of: format))
    writer.write(rating) { $0.write($1) }
    Self.write(start, to: &writer)
    Self.write(finish, to: &writer)
    writer.write(createdAt) { $0.write($1.seconds) }
    writer.write(isListened)
  }

  init(from reader: inout ByteReader) throws(SnapshotDamage) {
    id = try reader.text()
    let (status, format) = (try reader.byte(), try reader.byte())
    guard status < ReadStatus.allCases.count, format <= ReadFormat.allCases.count else {
      throw SnapshotDamage("a read has an unknown status or format")
    }
    self.status = ReadStatus.allCases[Int(status)]
    self.format = format == 0 ? nil : ReadFormat.allCases[Int(format) - 1]
    rating = try reader.optional { reader throws(SnapshotDamage) in try reader.byte() }
    start = try Self.date(from: &reader)
    finish = try Self.date(from: &reader)
    createdAt = try reader.optional { reader throws(SnapshotDamage) in Instant(seconds: try reader.integer()) }
    isListened = try reader.bool()
  }

  private static func number(of status: ReadStatus) -> UInt8 {
    switch status {
    case .reading: 0
    case .finished: 1
    case .abandoned: 2
    }
  }

  /// 0 if the format is unknown.
  private static func number(of format: ReadFormat?) -> UInt8 {
    switch format {
    case nil: 0
    case .print: 1
    case .ebook: 2
    case .audio: 3
    }
  }

  /// The kind of the date, from 0 for an unknown one to 4 for a day, and its instant or first day.
  private static func write(_ date: ReadDate?, to writer: inout ByteWriter) {
    switch date {
    case nil: writer.write(UInt8(0))
    case .instant(let instant):
      writer.write(UInt8(1))
      writer.write(instant.seconds)
    case .date(let date):
      let kind: UInt8 =
        switch date {
        case .year: 2
        case .month: 3
        case .day: 4
        }
      writer.write(kind)
      writer.write(Int64(date.first.number))
    }
  }

  private static func date(from reader: inout ByteReader) throws(SnapshotDamage) -> ReadDate? {
    let kind = try reader.byte()
    guard kind > 0 else { return nil }
    let number = try reader.integer()
    if kind == 1 { return .instant(Instant(seconds: number)) }
    guard let small = Int32(exactly: number), abs(small / 2) < 1 << 22 else {
      throw SnapshotDamage("a read has an invalid date \(number)")
    }
    let day = Day(number: small)
    switch kind {
    case 2: return .date(.year(day.civil.year))
    case 3: return .date(.month(year: day.civil.year, month: day.civil.month))
    case 4: return .date(.day(day))
    default: throw SnapshotDamage("a read has an unknown kind of date \(kind)")
    }
  }
}
