import Foundation

/// The file of the queue: one record per line, each with a checksum. Records are appended and synchronised before an
/// item counts as stored. Torn lines are skipped. Several processes may share the file: each takes the lock, reads the
/// new records, and appends.
struct QueueFile: Sendable {
  /// The records that were added since the last read.
  struct Update {
    /// The file was replaced, so the state before it is invalid.
    var startsOver: Bool
    var records: [QueueRecord]
    var damagedLines: Int
  }

  let url: URL
  /// The number of lines in the file, including superseded ones.
  private(set) var lines = 0
  private var file: DiskFile?
  private var offset = 0
  /// The file ends within a line, so the next record needs a line break first.
  private var isTorn = false

  init(url: URL) {
    self.url = url
  }

  /// Whether the file has changed since the last read. This only costs a `stat`.
  var hasUpdate: Bool {
    guard let file, file.isStill(at: url) else { return file != nil || exists }
    return (try? file.size) != offset
  }

  /// Returns the lock, which is held while the file is read or written.
  func lock() throws(APIError) -> DiskFile? {
    if !exists { try DiskFile.makeDirectory(of: url) }
    let lock = try DiskFile(url.appendingPathExtension("lock"), O_RDWR | O_CREAT)
    try lock.lock(waitingSeconds: Limits.queueLockSeconds)
    return lock
  }

  var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

  /// Requires the lock.
  mutating func readUpdate() throws(APIError) -> Update {
    var update = Update(startsOver: false, records: [], damagedLines: 0)
    if let file {
      let size = try file.size
      if size < offset || !file.isStill(at: url) {
        discardFile()
        update.startsOver = true
      }
    }
    if file == nil {
      guard exists else { return update }
      file = try DiskFile(url, O_RDWR)
    }
    guard let file else { return update }
    let data = try file.read(from: offset)
    guard !data.isEmpty else { return update }
    offset += data.count
    isTorn = data.last != UInt8(ascii: "\n")
    let found = data.split(separator: UInt8(ascii: "\n"))
    update.records = found.compactMap(Self.record)
    update.damagedLines = found.count - update.records.count
    lines += found.count
    return update
  }

  /// Requires the lock, and that all records of the file were read.
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

  /// Replaces the file atomically with the given records. Requires the lock.
  mutating func rewrite(_ records: [QueueRecord]) throws(APIError) {
    var data = Data()
    for record in records { data.append(try Self.line(record)) }
    file = try DiskFile.replacing(url, with: data)
    offset = data.count
    lines = records.count
    isTorn = false
  }

  /// Whether most lines are superseded.
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
