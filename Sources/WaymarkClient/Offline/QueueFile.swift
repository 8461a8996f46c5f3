import Foundation

/// The queue's records on disk: a line each, with a checksum before it, appended and synchronised before anybody is
/// told that a session is safe. A line that a crash tore is skipped, and the others hold.
struct QueueFile: Sendable {
  let url: URL
  /// Lines in the file, those that say nothing any more included.
  private(set) var lines = 0
  /// An append may have failed halfway: the next one must not continue its line.
  private var isTorn = false

  init(url: URL) {
    self.url = url
  }

  /// What the file holds; a file that is not there holds nothing.
  mutating func read() throws(APIError) -> (records: [QueueRecord], damagedLines: Int) {
    guard FileManager.default.fileExists(atPath: url.path) else { return ([], 0) }
    let data: Data
    do { data = try Data(contentsOf: url) } catch { throw .storage(error.localizedDescription) }
    isTorn = !data.isEmpty && data.last != UInt8(ascii: "\n")
    let found = data.split(separator: UInt8(ascii: "\n"))
    let records = found.compactMap(Self.record)
    lines = found.count
    return (records, found.count - records.count)
  }

  mutating func append(_ records: [QueueRecord]) throws(APIError) {
    guard !records.isEmpty else { return }
    var data = Data(isTorn ? "\n".utf8 : "".utf8)
    for record in records { data.append(try Self.line(record)) }
    do {
      if !FileManager.default.fileExists(atPath: url.path) { try create() }
      let handle = try FileHandle(forWritingTo: url)
      defer { try? handle.close() }
      isTorn = true
      try handle.seekToEnd()
      try handle.write(contentsOf: data)
      try handle.synchronize()
      isTorn = false
      lines += records.count
    } catch {
      throw .storage(error.localizedDescription)
    }
  }

  /// Replaces the file with the given records, all or nothing.
  mutating func rewrite(_ records: [QueueRecord]) throws(APIError) {
    var data = Data()
    for record in records { data.append(try Self.line(record)) }
    let fresh = url.appendingPathExtension("fresh")
    do {
      try makeDirectory()
      try data.write(to: fresh)
      let handle = try FileHandle(forWritingTo: fresh)
      // Renamed before its bytes are on the disk, it could be found empty after a power cut.
      try handle.synchronize()
      try handle.close()
      // The one call that replaces a file in a single step on every system.
      guard rename(fresh.path, url.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
      lines = records.count
      isTorn = false
    } catch {
      throw .storage(error.localizedDescription)
    }
  }

  /// Whether most lines say nothing any more.
  func isWasteful(for state: QueueState) -> Bool {
    lines > 64 + 2 * (state.count + state.rejected.count)
  }

  private func create() throws {
    try makeDirectory()
    try Data().write(to: url)
  }

  private func makeDirectory() throws {
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
  }

  private static func line(_ record: QueueRecord) throws(APIError) -> Data {
    let json = try WireFormat.encode(record)
    return Data(checksum(json).utf8) + Data(" ".utf8) + json + Data("\n".utf8)
  }

  private static func record(_ line: Data) -> QueueRecord? {
    guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    let json = Data(line[line.index(after: space)...])
    guard Data(line[..<space]) == Data(checksum(json).utf8) else { return nil }
    return try? WireFormat.decode(QueueRecord.self, from: json)
  }

  /// FNV-1a: enough to know a torn line from a whole one.
  private static func checksum(_ data: Data) -> String {
    String(data.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
  }
}
