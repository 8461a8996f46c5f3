import Foundation
import Synchronization
import Testing
import WaymarkClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Requests with URLSession", .serialized, .timeLimit(.minutes(10)))
struct URLSessionTransportTests {
  enum Stage: CaseIterable {
    case wholeResponse, headersOfStream, bodyOfStream
  }

  /// On Linux, the queue of `URLSession` can wait for a lock that the runtime holds while it cancels a task.
  @Test("Cancelling a task does not wait for the queue of URLSession", arguments: Stage.allCases)
  func cancels(_ stage: Stage) async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [BlockedLoading.self]
    let transport = URLSessionTransport(session: URLSession(configuration: configuration))
    let request = HTTPRequest(method: .get, url: try #require(URL(string: "http://blocked.test/")))
    let (events, mayEnd) = BlockedLoading.prepare(sendsHeaders: stage == .bodyOfStream)
    let sending = Task {
      switch stage {
      case .wholeResponse: _ = try await transport.send(request)
      case .headersOfStream: _ = try await transport.stream(request)
      case .bodyOfStream: for try await _ in try await transport.stream(request).body {}
      }
      try Task.checkCancellation()
    }
    var event = events.makeAsyncIterator()
    #expect(await event.next() == .started)
    // Not on a thread of the tests, because a cancellation that waits would block it.
    Thread.detachNewThread {
      sending.cancel()
      mayEnd.signal()
    }
    #expect(await event.next() == .ended(wasReleased: true))
    await #expect(throws: (any Error).self) { try await sending.value }
  }
}

/// Loads nothing, and blocks the queue of `URLSession` until the test lets it end.
private final class BlockedLoading: URLProtocol {
  enum Event: Equatable {
    case started
    case ended(wasReleased: Bool)
  }

  private struct Plan {
    let sendsHeaders: Bool
    let events: AsyncStream<Event>.Continuation
    let mayEnd: DispatchSemaphore
  }

  private static let plan = Mutex<Plan?>(nil)

  static func prepare(sendsHeaders: Bool) -> (AsyncStream<Event>, DispatchSemaphore) {
    let (stream, events) = AsyncStream.makeStream(of: Event.self)
    let mayEnd = DispatchSemaphore(value: 0)
    plan.withLock { $0 = Plan(sendsHeaders: sendsHeaders, events: events, mayEnd: mayEnd) }
    return (stream, mayEnd)
  }

  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let plan = Self.plan.withLock({ $0 }), let url = request.url else { return }
    if plan.sendsHeaders,
      let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: [:])
    {
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    }
    plan.events.yield(.started)
    let outcome = plan.mayEnd.wait(timeout: .now() + .seconds(60))
    plan.events.yield(.ended(wasReleased: outcome == .success))
  }

  override func stopLoading() {}
}
