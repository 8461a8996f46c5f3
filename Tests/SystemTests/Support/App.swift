import Foundation
import Synchronization
import WaymarkClient

/// The HTTP transport of the client library, with a network that a test can switch off and a record of statuses.
final class FaultyTransport: HTTPTransport {
  private struct State {
    var isOffline = false
    var lostResponses = 0
    var statuses: [Int] = []
  }

  private let network = URLSessionTransport(timeoutSeconds: 10)
  private let state = Mutex(State())

  var statuses: [Int] { state.withLock { $0.statuses } }

  func setOffline(_ isOffline: Bool) { state.withLock { $0.isOffline = isOffline } }

  /// Discards the next responses after the server has handled the requests.
  func loseResponses(_ count: Int) { state.withLock { $0.lostResponses = count } }

  func stream(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponseStream {
    if state.withLock({ $0.isOffline }) { throw .offline }
    return try await network.stream(request)
  }

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    if state.withLock({ $0.isOffline }) { throw .offline }
    let response = try await network.send(request)
    let isLost = state.withLock { state in
      state.statuses.append(response.status)
      guard state.lostResponses > 0 else { return false }
      state.lostResponses -= 1
      return true
    }
    if isLost { throw .interrupted }
    return response
  }
}

/// An app of a user, with its network, files and repository.
struct App {
  let stack: Stack
  let network = FaultyTransport()
  let folder: TemporaryFolder
  let client: WaymarkClient
  let queue: OfflineQueue
  let repository: ReadingJourneyRepository

  /// Starts the app. With the folder of an earlier app, it is that app after a restart.
  init(_ stack: Stack, user: String, scope: String = "read,write", folder: TemporaryFolder? = nil) throws {
    let token = try stack.client(user: user, scope: scope).token ?? ""
    let folder = try folder ?? TemporaryFolder()
    self.stack = stack
    self.folder = folder
    guard let address = URL(string: "http://127.0.0.1:\(stack.port)") else { throw CocoaError(.fileNoSuchFile) }
    client = WaymarkClient(
      baseURL: address, tokens: .fixed(token), transport: network,
      retries: RetryPolicy(attempts: 10, firstPauseSeconds: 0.05, longestPauseSeconds: 1))
    queue = try OfflineQueue(file: URL(fileURLWithPath: folder.path + "/sessions.log"))
    let answers = LastKnownStore(directory: URL(fileURLWithPath: folder.path + "/answers"))
    repository = ReadingJourneyRepository(client: client, lastKnown: answers, queue: queue)
  }

  /// Creates one hero with stories in the past.
  func makeStories(_ ids: String...) async throws {
    let made = Date(timeIntervalSince1970: 1_700_000_000)
    _ = try await repository.write { client in try await client.saveHero("h1", name: "Ada") }
    for id in ids {
      let draft = StoryDraft(title: "Story \(id)", heroId: "h1", estimatedDuration: 1200, createdAt: made)
      _ = try await repository.write { client in try await client.saveStory(id, draft) }
    }
  }
}

/// Clocks that a test moves. No sleep returns normally.
final class ManualClock: Sendable {
  private let state: Mutex<(wall: Date, elapsed: Duration)>

  init(wall: Date) {
    state = Mutex((wall, .zero))
  }

  func move(bySeconds seconds: Double) {
    state.withLock { $0 = ($0.wall + seconds, $0.elapsed + .seconds(seconds)) }
  }

  var source: TimeSource {
    TimeSource(
      now: { self.state.withLock { $0.wall } }, elapsed: { self.state.withLock { $0.elapsed } },
      sleep: { _ in throw CancellationError() })
  }
}
