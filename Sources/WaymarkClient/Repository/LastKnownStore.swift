public import Foundation

/// Stores the latest responses on disk for use without a network. It is only a cache: unreadable files count as
/// missing, and write errors are ignored.
public struct LastKnownStore: Sendable {
  private let directory: URL

  /// Creates a store.
  ///
  /// - Parameter directory: a separate directory for each account, for example in the caches directory.
  public init(directory: URL) {
    self.directory = directory
  }

  func load<Value: Codable>(_ name: String) -> StoredResponse<Value>? {
    guard let data = try? Data(contentsOf: file(name)) else { return nil }
    return try? WireFormat.decode(StoredResponse<Value>.self, from: data)
  }

  func save<Value: Codable>(_ answer: StoredResponse<Value>, as name: String) {
    guard let data = try? WireFormat.encode(answer), data.count <= Limits.lastKnownBytes else { return }
    try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try? data.write(to: file(name), options: .atomic)
    prune()
  }

  /// Deletes all stored responses.
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

  /// Deletes the oldest files; every custom range creates another one.
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

/// A response with what a conditional request needs. The member names are part of the file format.
struct StoredResponse<Value: Codable & Sendable>: Codable, Sendable {
  var value: Value
  var etag: String?
  var fetchedAt: Date
}
