public import Foundation

/// The files that an app keeps for one account. Each user of each server has a separate directory, so no user sees
/// another one's data.
public struct AccountFiles: Sendable, Hashable {
  /// The directory of this account.
  public let directory: URL

  /// Creates the paths; it does not create files.
  ///
  /// - Parameters:
  ///   - base: a directory for all accounts, for example in the application support directory.
  ///   - server: the address of the server.
  ///   - user: the ``Profile/userId`` of the profile.
  public init(in base: URL, server: URL, user: String) {
    let name = Array("\(user) \(server.absoluteString)".utf8)
    // File systems may ignore case and limit the length of names, so use hexadecimal digits in nested directories.
    let digits = name.map { byte in String(byte, radix: 16).leftPadded(to: 2) }.joined()
    var directory = base
    for start in stride(from: 0, to: digits.count, by: Self.longestName) {
      directory.appendPathComponent(String(digits.dropFirst(start).prefix(Self.longestName)), isDirectory: true)
    }
    self.directory = directory.appendingPathComponent("account", isDirectory: true)
  }

  private static let longestName = 200

  /// The store of last known values.
  public var lastKnown: LastKnownStore {
    LastKnownStore(directory: directory.appendingPathComponent("answers", isDirectory: true))
  }

  /// The store of a timer that was stopped without a network.
  public var stoppedTimer: StoppedTimerFile {
    StoppedTimerFile(url: directory.appendingPathComponent("stopped-timer.json", isDirectory: false))
  }

  /// Opens the offline queue. Throws ``APIError/storage(_:)`` if its file cannot be read.
  public func queue() throws(APIError) -> OfflineQueue {
    try OfflineQueue(file: directory.appendingPathComponent("queue.log", isDirectory: false))
  }

  /// Deletes all files of the account. Call it on sign-out, after `discardEverything()` of the repositories. Throws
  /// ``APIError/storage(_:)`` if they cannot be deleted.
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
