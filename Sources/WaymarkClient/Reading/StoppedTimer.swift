public import Foundation

/// A reading timer that was stopped without a network: at the server it goes on until it is stopped there.
public struct StoppedTimer: Codable, Sendable, Hashable {
  public var sessionId: String
  public var endPage: Int
  /// When "stop" was pressed.
  public var endedAt: Date

  public init(sessionId: String, endPage: Int, endedAt: Date) {
    self.sessionId = sessionId
    self.endPage = endPage
    self.endedAt = endedAt
  }
}

/// Keeps the stop of a timer on disk until the server has it, as the queue keeps what waits. A file that cannot be
/// read counts as none.
public struct StoppedTimerFile: Sendable {
  private let url: URL

  /// Below the application support directory for example: a caches directory may be emptied by the system.
  public init(url: URL) {
    self.url = url
  }

  public func load() -> StoppedTimer? {
    guard let data = try? Data(contentsOf: url), data.count <= Limits.stoppedTimerBytes else { return nil }
    return try? WireFormat.decode(StoppedTimer.self, from: data)
  }

  /// It is on the disk when this returns.
  public func save(_ stopped: StoppedTimer) throws(APIError) {
    _ = try DiskFile.replacing(url, with: try WireFormat.encode(stopped))
  }

  public func remove() {
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    try? FileManager.default.removeItem(at: url)
  }
}
