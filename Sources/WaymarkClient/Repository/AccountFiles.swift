public import Foundation

/// Where an app keeps what belongs to one account. Another user, or the same one on another server, has another
/// folder: a person is never shown what another has left.
public struct AccountFiles: Sendable, Hashable {
  /// Below ``init(in:server:user:)``'s directory.
  public let directory: URL

  /// - Parameters:
  ///   - base: below the application support directory for example.
  ///   - user: the profile's `userId`.
  public init(in base: URL, server: URL, user: String) {
    let name = Array("\(user) \(server.absoluteString)".utf8)
    // File systems may take two letters for the same, and names are bounded: digits alone, in folders of folders.
    let digits = name.map { byte in String(byte, radix: 16).leftPadded(to: 2) }.joined()
    var directory = base
    for start in stride(from: 0, to: digits.count, by: Self.longestName) {
      directory.appendPathComponent(String(digits.dropFirst(start).prefix(Self.longestName)), isDirectory: true)
    }
    self.directory = directory.appendingPathComponent("account", isDirectory: true)
  }

  private static let longestName = 200

  /// The last known answers.
  public var lastKnown: LastKnownStore {
    LastKnownStore(directory: directory.appendingPathComponent("answers", isDirectory: true))
  }

  /// The timer that was stopped without a network.
  public var stoppedTimer: StoppedTimerFile {
    StoppedTimerFile(url: directory.appendingPathComponent("stopped-timer.json", isDirectory: false))
  }

  /// What waits for the server.
  public func queue() throws(APIError) -> OfflineQueue {
    try OfflineQueue(file: directory.appendingPathComponent("queue.log", isDirectory: false))
  }

  /// On sign-out, behind the repositories' `discardEverything()`.
  public func removeAll() throws(APIError) {
    guard FileManager.default.fileExists(atPath: directory.path) else { return }
    do { try FileManager.default.removeItem(at: directory) } catch { throw .storage(error.localizedDescription) }
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: "0", count: max(0, width - count)) + self
  }
}
