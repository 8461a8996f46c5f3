public import Foundation

/// A reading timer that the person stopped without a network. It runs on the server until the stop is sent.
public struct StoppedTimer: Codable, Sendable, Hashable {
  /// The id of the session that the timer becomes.
  public var sessionId: String
  /// The page at the end.
  public var endPage: Int
  /// When the person stopped it.
  public var endedAt: Date

  /// Creates a stopped timer.
  public init(sessionId: String, endPage: Int, endedAt: Date) {
    self.sessionId = sessionId
    self.endPage = endPage
    self.endedAt = endedAt
  }
}

/// Stores a stopped timer on disk until the server has it. An unreadable file counts as none.
public struct StoppedTimerFile: Sendable {
  private let url: URL

  /// Creates a store.
  ///
  /// - Parameter url: a file in the application support directory; the system may empty a caches directory.
  public init(url: URL) {
    self.url = url
  }

  /// Returns the stored timer, or nil if there is none.
  public func load() -> StoppedTimer? {
    guard let data = try? Data(contentsOf: url), data.count <= Limits.stoppedTimerBytes else { return nil }
    return try? WireFormat.decode(StoppedTimer.self, from: data)
  }

  /// Stores a timer. It is on disk when this returns. Throws ``APIError/storage(_:)`` if it cannot be written.
  public func save(_ stopped: StoppedTimer) throws(APIError) {
    _ = try DiskFile.replacing(url, with: try WireFormat.encode(stopped))
  }

  /// Deletes the file if it exists.
  public func remove() {
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    try? FileManager.default.removeItem(at: url)
  }
}
