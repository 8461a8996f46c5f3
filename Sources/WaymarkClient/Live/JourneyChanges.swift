import Foundation

extension WaymarkClient {
  /// Returns the user's changes as they happen, on any device.
  ///
  /// The first element arrives at once and contains the current position. After each element, repositories on this
  /// client load fresh values. A broken connection is restored, and missed changes arrive as one element. The sequence
  /// ends when the task is cancelled, and throws errors that no retry can fix, such as ``APIError/unauthorized``.
  ///
  /// - Parameter after: the ``JourneyChange/seq`` of the last change that the app has seen, in this or an earlier run.
  public func changes(after: Int? = nil) -> JourneyChanges {
    JourneyChanges(client: self, after: after)
  }

  /// Calls `load` when the connection is open and after each change of one of the areas, until the task is cancelled or
  /// the token is rejected.
  @MainActor
  func followChanges(of areas: Set<JourneyArea>, _ load: () async -> Void) async throws(APIError) {
    // The first change means that the connection is open. Changes just before it must be loaded too.
    var isFirst = true
    for try await change in changes() {
      if isFirst || !change.areas.isDisjoint(with: areas) { await load() }
      isFirst = false
    }
  }
}

/// The sequence of changes that ``WaymarkClient/changes(after:)`` returns.
public struct JourneyChanges: AsyncSequence, Sendable {
  /// The sequence throws ``APIError``.
  public typealias Failure = APIError

  let client: WaymarkClient
  let after: Int?

  /// Creates an iterator, which opens a separate connection.
  public func makeAsyncIterator() -> Iterator { Iterator(client: client, after: after) }

  /// An iterator over the changes.
  public struct Iterator: AsyncIteratorProtocol {
    /// The iterator throws ``APIError``.
    public typealias Failure = APIError

    private let client: WaymarkClient
    private var body: AsyncThrowingStream<Data, any Error>.Iterator?
    private var parser = EventStreamParser()
    private var ready: [JourneyChange] = []
    private var lastEventId: String?
    private var lastSeq: Int?
    private var pace = ReconnectPace()
    private var connectedAt: Duration?
    private var isOver = false

    init(client: WaymarkClient, after: Int?) {
      self.client = client
      lastEventId = after.map(String.init)
    }

    /// Waits for the next change. Returns nil if the task is cancelled.
    public mutating func next() async throws(APIError) -> JourneyChange? {
      try await next(isolation: nil)
    }

    /// Waits for the next change on the given actor. Returns nil if the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(APIError) -> JourneyChange? {
      while !isOver, !Task.isCancelled {
        if !ready.isEmpty { return ready.removeFirst() }
        do throws(APIError) {
          if body == nil {
            try await connect(actor)
          } else {
            try await read(actor)
          }
        } catch {
          try await recover(from: error, actor)
        }
      }
      isOver = true
      body = nil
      return nil
    }
  }
}

extension JourneyChanges.Iterator {
  private mutating func connect(_ actor: isolated (any Actor)?) async throws(APIError) {
    var call = Call.get("changes")
    call.accept = "text/event-stream"
    call.bypassesCaches = true
    var token = try await client.tokens.token(rejected: nil)
    var response = try await open(call, token, actor)
    if response.status == 401 {
      let rejected = token
      token = try await client.tokens.token(rejected: rejected)
      if token != rejected { response = try await open(call, token, actor) }
    }
    guard response.status < 300 else {
      let problem = await response.collected(upTo: Limits.eventLineBytes)
      if let seconds = problem.retryAfterSeconds(now: client.time.now()) {
        client.busy.note(seconds, now: client.time.elapsed())
      }
      throw APIError(problem, now: client.time.now())
    }
    // A captive portal may respond instead of the server. The stream works after the person has signed in to it.
    guard response.headers["Content-Type"]?.lowercased().hasPrefix("text/event-stream") == true else {
      throw .networkUnavailable
    }
    body = response.body.makeAsyncIterator()
    parser = EventStreamParser()
    connectedAt = client.time.elapsed()
  }

  private func open(
    _ call: Call, _ token: String, _ actor: isolated (any Actor)?
  ) async throws(APIError) -> HTTPResponseStream {
    var request = call.request(to: client.baseURL, token: token)
    request.headers["Last-Event-ID"] = lastEventId
    do throws(TransportFailure) {
      return try await client.transport.stream(request)
    } catch {
      throw error == .cancelled ? .cancelled : .networkUnavailable
    }
  }

  private mutating func read(_ actor: isolated (any Actor)?) async throws(APIError) {
    let chunk: Data?
    do { chunk = try await body?.next(isolation: actor) } catch { throw .networkUnavailable }
    guard let chunk else { throw .networkUnavailable }
    let events: [ServerEvent]
    do throws(EventStreamParser.TooLong) {
      events = try parser.feed(chunk)
    } catch {
      throw .decoding("an event of the stream exceeds the size limit")
    }
    if let milliseconds = parser.retryMilliseconds { pace.firstPauseSeconds = Double(milliseconds) / 1000 }
    for event in events {
      if !event.lastEventId.isEmpty { lastEventId = event.lastEventId }
      guard event.name == "change" else { continue }
      try take(WireFormat.decode(JourneyChange.self, from: Data(event.data.utf8)))
    }
  }

  /// Adds a change to the elements that are ready.
  private mutating func take(_ change: JourneyChange) throws(APIError) {
    // A new connection repeats the position even if no change was missed.
    guard change.seq != lastSeq || !change.areas.isEmpty else { return }
    if !change.areas.isEmpty { client.writes.increment() }
    lastSeq = change.seq
    ready.append(change)
  }

  private mutating func recover(from error: APIError, _ actor: isolated (any Actor)?) async throws(APIError) {
    body = nil
    if error == .cancelled || Task.isCancelled {
      isOver = true
      return
    }
    guard error.isRetryable else {
      isOver = true
      throw error
    }
    let now = client.time.elapsed()
    // A connection that lasted for a while does not count as a failed attempt.
    if let connectedAt, (now - connectedAt).seconds >= ReconnectPace.steadySeconds { pace.failures = 0 }
    connectedAt = nil
    let pause = pace.nextPause(serverAsksFor: client.busy.secondsLeft(now), random: client.retries.random)
    do { try await client.time.sleep(.seconds(pause)) } catch { isOver = true }
  }
}

/// The pauses between connection attempts. They double, and are spread over time because many apps lose the connection
/// at once.
struct ReconnectPace: Sendable {
  static let steadySeconds: Double = 20
  static let longestPauseSeconds: Double = 30

  var failures = 0
  /// The server may set it with `retry`.
  var firstPauseSeconds: Double = 1

  mutating func nextPause(serverAsksFor asked: Double?, random: (ClosedRange<Double>) -> Double) -> Double {
    let first = min(max(firstPauseSeconds, 0.1), Self.longestPauseSeconds)
    let doubled = min(first * Double(1 << min(failures, 16)), Self.longestPauseSeconds)
    failures += 1
    return (asked ?? 0) + random(doubled / 2...doubled)
  }
}
