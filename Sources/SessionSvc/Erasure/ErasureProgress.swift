import Service
import Synchronization

/// Up to which second the views of this host have come by the marks of deleted accounts, in a small file beside them.
/// Where it is lost, all marks are offered to them once more.
final class ErasureProgress: Sendable {
  private let path: String?
  private let second: Mutex<Int64>

  /// Without a folder it is not kept.
  init(in folder: String? = nil) {
    let path = folder.map { $0 + "/erased" }
    let text = path.flatMap { try? Files.read($0, atMost: 64) }.map { String(decoding: $0, as: UTF8.self) }
    self.path = path
    second = Mutex(text.flatMap { $0.split(separator: "\n").first }.flatMap { Int64($0) } ?? 0)
  }

  var value: Int64 { second.withLock { $0 } }

  /// It never goes back.
  func set(_ new: Int64) {
    second.withLock { $0 = max($0, new) }
  }

  /// Written where something was erased. Without it too much is offered again, which harms nothing.
  func save() {
    guard let path else { return }
    try? Files.replace(path, with: "\(value)\n")
  }
}
