import Foundation

/// The queue's records on disk: a line each, with a checksum before it, appended and synchronised before an item
/// is reported as safe. A line that a crash tore is skipped, and the others hold. Several processes may share
/// it: each takes the lock, reads what the others have written since, and writes.
struct QueueFile: Sendable {
  /// What was written since the last look.
  struct News {
    /// The file is another one than before: what was known of it is void.
    var startsOver: Bool
    var records: [QueueRecord]
    var damagedLines: Int
  }

  let url: URL
  /// Lines in the file, those that say nothing any more included.
  private(set) var lines = 0
  private var file: DiskFile?
  private var offset = 0
  /// The file ends in the middle of a line, which the next one must not continue.
  private var isTorn = false

  init(url: URL) {
    self.url = url
  }

  /// Whether the file shows something new; asking costs little.
  var hasNews: Bool {
    guard let file, file.isStill(at: url) else { return file != nil || exists }
    return (try? file.size) != offset
  }

  /// Held while the file is read or written.
  func lock() throws(APIError) -> DiskFile? {
    if !exists { try DiskFile.makeDirectory(of: url) }
    let lock = try DiskFile(url.appendingPathExtension("lock"), O_RDWR | O_CREAT)
    try lock.lock(waitingSeconds: Limits.queueLockSeconds)
    return lock
  }

  var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

  /// To be called with the lock.
  mutating func news() throws(APIError) -> News {
    var news = News(startsOver: false, records: [], damagedLines: 0)
    if let file {
      let size = try file.size
      if size < offset || !file.isStill(at: url) {
        discardFile()
        news.startsOver = true
      }
    }
    if file == nil {
      guard exists else { return news }
      file = try DiskFile(url, O_RDWR)
    }
    guard let file else { return news }
    let data = try file.read(from: offset)
    guard !data.isEmpty else { return news }
    offset += data.count
    isTorn = data.last != UInt8(ascii: "\n")
    let found = data.split(separator: UInt8(ascii: "\n"))
    news.records = found.compactMap(Self.record)
    news.damagedLines = found.count - news.records.count
    lines += found.count
    return news
  }

  /// To be called with the lock, and with nothing new in the file.
  mutating func append(_ records: [QueueRecord]) throws(APIError) {
    guard !records.isEmpty else { return }
    var data = Data(isTorn ? "\n".utf8 : "".utf8)
    for record in records { data.append(try Self.line(record)) }
    if file == nil {
      file = try DiskFile(url, O_RDWR | O_CREAT)
      try DiskFile.synchronizeDirectory(of: url)
    }
    try file?.append(data)
    offset += data.count
    lines += records.count
    isTorn = false
  }

  /// Replaces the file with the given records, all or nothing. To be called with the lock.
  mutating func rewrite(_ records: [QueueRecord]) throws(APIError) {
    var data = Data()
    for record in records { data.append(try Self.line(record)) }
    file = try DiskFile.replacing(url, with: data)
    offset = data.count
    lines = records.count
    isTorn = false
  }

  /// Whether most lines say nothing any more.
  func isWasteful(for state: QueueState) -> Bool {
    lines > 64 + 2 * (state.count + state.rejected.count)
  }

  private mutating func discardFile() {
    file = nil
    offset = 0
    lines = 0
    isTorn = false
  }

  private static func line(_ record: QueueRecord) throws(APIError) -> Data {
    let json = try WireFormat.encode(record)
    return Data(json.checksum.utf8) + Data(" ".utf8) + json + Data("\n".utf8)
  }

  private static func record(_ line: Data) -> QueueRecord? {
    guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    let json = Data(line[line.index(after: space)...])
    guard Data(line[..<space]) == Data(json.checksum.utf8) else { return nil }
    return try? WireFormat.decode(QueueRecord.self, from: json)
  }
}
