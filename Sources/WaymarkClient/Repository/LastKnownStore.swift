public import Foundation

/// Keeps the last answers on disk for the time without a network. A file that cannot be read counts as none, and one
/// that cannot be written is not missed before then: nothing here is the only copy of anything.
public struct LastKnownStore: Sendable {
  private let directory: URL

  /// A directory of its own for each account, such as one below the system's caches directory.
  public init(directory: URL) {
    self.directory = directory
  }

  func load<Value: Codable>(_ name: String) -> KeptAnswer<Value>? {
    guard let data = try? Data(contentsOf: file(name)) else { return nil }
    return try? WireFormat.decode(KeptAnswer<Value>.self, from: data)
  }

  func save<Value: Codable>(_ answer: KeptAnswer<Value>, as name: String) {
    guard let data = try? WireFormat.encode(answer), data.count <= Limits.lastKnownBytes else { return }
    try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try? data.write(to: file(name), options: .atomic)
    prune()
  }

  public func removeAll() {
    for file in files() { try? FileManager.default.removeItem(at: file) }
  }

  private func file(_ name: String) -> URL {
    directory.appendingPathComponent(name + ".answer.json", isDirectory: false)
  }

  private func files() -> [URL] {
    let all = try? FileManager.default.contentsOfDirectory(
      at: directory, includingPropertiesForKeys: [.contentModificationDateKey])
    return (all ?? []).filter { $0.lastPathComponent.hasSuffix(".answer.json") }
  }

  /// Custom ranges make a file each; the oldest go first.
  private func prune() {
    let all = files()
    guard all.count > Limits.lastKnownAnswers else { return }
    let dated = all.map { file in
      (
        file,
        (try? file.resourceValues(forKeys: [.contentModificationDateKey]))?.contentModificationDate ?? .distantPast
      )
    }
    for (file, _) in dated.sorted(by: { $0.1 < $1.1 }).prefix(all.count - Limits.lastKnownAnswers) {
      try? FileManager.default.removeItem(at: file)
    }
  }
}

/// An answer with what is needed to ask again cheaply.
struct KeptAnswer<Value: Codable & Sendable>: Codable, Sendable {
  var value: Value
  var etag: String?
  var fetchedAt: Date
}
