import Service
import Synchronization

/// The second up to which this host's views have applied deletions, stored in a small file. If the file is lost, all
/// deletions are offered to them again.
final class ErasureProgress: Sendable {
  private let path: String?
  private let second: Mutex<Int64>

  /// Without a directory, nothing is stored.
  init(in folder: String? = nil) {
    let path = folder.map { $0 + "/erased" }
    let text = path.flatMap { try? Files.read($0, atMost: 64) }.map { String(decoding: $0, as: UTF8.self) }
    self.path = path
    second = Mutex(text.flatMap { $0.split(separator: "\n").first }.flatMap { Int64($0) } ?? 0)
  }

  var value: Int64 { second.withLock { $0 } }

  /// Never moves back.
  func set(_ new: Int64) {
    second.withLock { $0 = max($0, new) }
  }

  /// A failure is harmless: deletions are offered again.
  func save() {
    guard let path else { return }
    try? Files.replace(path, with: "\(value)\n")
  }
}
