/// SQLite's write-ahead log of a database. Its committed pages are applied to the database's bytes in memory, so that
/// nothing is written next to the user's file.
struct WriteAheadLog {
  private static let headBytes = 32
  private static let frameHeadBytes = 24

  /// The offset of the last committed bytes of each page in the log, by page number from 1.
  private var pages: [Int: Int] = [:]
  /// The number of pages of the database after the last commit.
  private var pageCount = 0
  private var pageBytes = 0
  private let log: [UInt8]

  /// Returns nil if the log contains no commit. Frames of an older log have different salts.
  init?(_ log: [UInt8]) {
    self.log = log
    let magic = Self.number(log, 0)
    guard log.count >= Self.headBytes, magic & ~1 == 0x377F_0682, Self.number(log, 4) == 3_007_000 else { return nil }
    pageBytes = Int(Self.number(log, 8))
    guard (512...65_536).contains(pageBytes), pageBytes & (pageBytes - 1) == 0 else { return nil }
    var sum = Checksum(isBigEndian: magic & 1 == 1)
    sum.add(log[..<24])
    guard sum == (Self.number(log, 24), Self.number(log, 28)) else { return nil }
    readFrames(sum)
    guard pageCount > 0 else { return nil }
  }

  /// Reads up to the first frame that is incomplete or belongs to an older log.
  private mutating func readFrames(_ sum: Checksum) {
    var sum = sum
    var place = Self.headBytes
    var uncommitted: [Int: Int] = [:]
    while place + Self.frameHeadBytes + pageBytes <= log.count {
      let body = place + Self.frameHeadBytes
      let page = Int(Self.number(log, place))
      guard page > 0, log[(place + 8)..<(place + 16)] == log[16..<24] else { return }
      sum.add(log[place..<(place + 8)])
      sum.add(log[body..<(body + pageBytes)])
      guard sum == (Self.number(log, place + 16), Self.number(log, place + 20)) else { return }
      uncommitted[page] = body
      let committed = Int(Self.number(log, place + 4))
      if committed > 0 {
        pages.merge(uncommitted) { $1 }
        uncommitted = [:]
        pageCount = committed
      }
      place = body + pageBytes
    }
  }

  /// The size of the database with the log applied.
  var byteCount: Int { pageCount * pageBytes }

  /// Applies the pages to a database's bytes, which have a capacity of `byteCount`.
  func apply(to database: UnsafeMutableBufferPointer<UInt8>) {
    for (page, place) in pages where page <= pageCount && page * pageBytes <= database.count {
      let first = (page - 1) * pageBytes
      for offset in 0..<pageBytes { database[first + offset] = log[place + offset] }
    }
  }

  private static func number(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    guard place + 4 <= bytes.count else { return 0 }
    return bytes[place..<(place + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// The cumulative checksum of a log's frames.
private struct Checksum {
  let isBigEndian: Bool
  private var first: UInt32 = 0
  private var second: UInt32 = 0

  init(isBigEndian: Bool) {
    self.isBigEndian = isBigEndian
  }

  /// Adds a multiple of eight bytes.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    var place = bytes.startIndex
    while place + 8 <= bytes.endIndex {
      first = first &+ word(bytes, place) &+ second
      second = second &+ word(bytes, place + 4) &+ first
      place += 8
    }
  }

  private func word(_ bytes: ArraySlice<UInt8>, _ place: Int) -> UInt32 {
    let four = (UInt32(bytes[place]), UInt32(bytes[place + 1]), UInt32(bytes[place + 2]), UInt32(bytes[place + 3]))
    return isBigEndian
      ? four.0 << 24 | four.1 << 16 | four.2 << 8 | four.3 : four.3 << 24 | four.2 << 16 | four.1 << 8 | four.0
  }

  static func == (sum: Checksum, kept: (UInt32, UInt32)) -> Bool { sum.first == kept.0 && sum.second == kept.1 }
}
