import Foundation

@testable import WaymarkClient

func instant(_ text: String) -> Date {
  WireFormat.date(of: text) ?? .distantPast
}

/// A directory that is deleted with the test.
final class ScratchDirectory: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("client-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  var queueFile: URL { url.appendingPathComponent("queue/sessions.log") }
  var answers: LastKnownStore { LastKnownStore(directory: url.appendingPathComponent("answers")) }
}

func report(
  _ story: String = "s1", from start: String = "2026-11-20T09:00:00Z", seconds: Double = 60, completed: Bool = false,
  duration: Double? = nil
) -> SessionReport {
  let start = instant(start)
  return SessionReport(
    storyId: story, startedAt: start, endedAt: start + seconds, completed: completed, duration: duration)
}
