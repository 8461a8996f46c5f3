import Foundation

/// Caches the responses of one kind of request. Concurrent reads share one request to the server.
actor ResponseCache<Value: Codable & Sendable> {
  typealias Outcome = Result<Answer<Value>, APIError>

  /// The minimum freshness that a caller accepts. `writes` is the number of writes so far; responses from before the
  /// latest write are stale.
  struct ReadPolicy: Sendable {
    var writes: Int
    var forcesRefresh: Bool
  }

  private struct CachedResponse {
    var stored: StoredResponse<Value>
    var writes: Int
    /// Whether a write of this process has changed the value since the server sent it. Such a value is never fresh.
    var isRevised = false
  }

  private struct InFlightRequest {
    var request: GetRequest
    var policy: ReadPolicy
    var task: Task<Void, Never>?
    var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
  }

  private let client: WaymarkClient
  private let store: LastKnownStore?
  private let absent: Value?
  private let decode: @Sendable (HTTPResponse) throws(APIError) -> Value
  private var responses: [GetRequest: CachedResponse] = [:]
  private var inFlight: [Int: InFlightRequest] = [:]
  private var tickets = 0

  /// Creates a cache.
  ///
  /// - Parameter absent: the value if the server has no such object. If nil, this throws ``APIError/notFound``.
  init(
    client: WaymarkClient, store: LastKnownStore?, absent: Value? = nil,
    decode: @escaping @Sendable (HTTPResponse) throws(APIError) -> Value = { response throws(APIError) in
      try WireFormat.decode(Value.self, from: response.body)
    }
  ) {
    self.client = client
    self.store = store
    self.absent = absent
    self.decode = decode
  }

  /// Returns a fresh value from memory, or asks the server.
  ///
  /// - Parameter show: receives the stored value if the server has to be asked.
  func value(
    for request: GetRequest, under policy: ReadPolicy, showing show: ShowKept<Value>? = nil
  ) async throws(APIError) -> Answer<Value> {
    if let known = fresh(request, policy) { return known }
    if let show, let known = lastKnown(request) {
      await show(Answer(known.stored.value, .kept, asOf: known.stored.fetchedAt))
      // Another task may have loaded it in the meantime.
      if let known = fresh(request, policy) { return known }
    }
    let flight = joinableRequest(request, policy) ?? start(request, policy)
    return try await outcome(of: flight).get()
  }

  /// Changes the known value to what a write has made of it, for use if the server cannot be reached after the write.
  /// The value stays stale, and no response to an earlier request replaces it.
  func revise(_ request: GetRequest, _ change: @Sendable (inout Value) -> Void) {
    guard var entry = lastKnown(request) else { return }
    change(&entry.stored.value)
    // The server knows the tag of another value.
    entry.stored.etag = nil
    entry.writes = client.writes.value
    entry.isRevised = true
    keep(entry, for: request)
  }

  /// Also cancels requests in flight, because their responses must not reach the disk after a sign-out.
  func discardAll() {
    responses = [:]
    for flight in inFlight.values {
      flight.task?.cancel()
      for waiter in flight.waiters.values { waiter.resume(returning: .failure(.cancelled)) }
    }
    inFlight = [:]
  }

  private func fresh(_ request: GetRequest, _ policy: ReadPolicy) -> Answer<Value>? {
    guard !policy.forcesRefresh, let entry = responses[request], isFresh(entry, under: policy) else { return nil }
    return Answer(entry.stored.value, .cached, asOf: entry.stored.fetchedAt)
  }

  private func isFresh(_ entry: CachedResponse, under policy: ReadPolicy) -> Bool {
    // If the age is negative, the clock was set back and the real age is unknown.
    let age = client.time.now().timeIntervalSince(entry.stored.fetchedAt)
    return !entry.isRevised && entry.writes >= policy.writes && (0..<Limits.cacheLifetimeSeconds).contains(age)
  }
}

/// Shared requests.
extension ResponseCache {
  /// Returns a request in flight that started after all known writes, and that bypasses caches if the caller wants
  /// that.
  private func joinableRequest(_ request: GetRequest, _ policy: ReadPolicy) -> Int? {
    inFlight.first { _, flight in
      flight.request == request && flight.policy.writes >= policy.writes
        && (flight.policy.forcesRefresh || !policy.forcesRefresh)
    }?.key
  }

  private func start(_ request: GetRequest, _ policy: ReadPolicy) -> Int {
    tickets += 1
    let id = tickets
    inFlight[id] = InFlightRequest(request: request, policy: policy)
    inFlight[id]?.task = Task {
      let outcome: Outcome
      do throws(APIError) {
        outcome = .success(try await load(request, policy))
      } catch {
        outcome = .failure(error)
      }
      for waiter in (inFlight.removeValue(forKey: id)?.waiters ?? [:]).values { waiter.resume(returning: outcome) }
    }
    return id
  }

  /// Waits for the response. A cancelled caller stops waiting alone; the last one also cancels the request.
  private func outcome(of flight: Int) async -> Outcome {
    tickets += 1
    let waiter = tickets
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          cancelIfUnused(flight)
          continuation.resume(returning: .failure(.cancelled))
        } else {
          inFlight[flight]?.waiters[waiter] = continuation
        }
      }
    } onCancel: {
      Task { await self.removeWaiter(flight, waiter) }
    }
  }

  private func removeWaiter(_ flight: Int, _ waiter: Int) {
    inFlight[flight]?.waiters.removeValue(forKey: waiter)?.resume(returning: .failure(.cancelled))
    cancelIfUnused(flight)
  }

  private func cancelIfUnused(_ flight: Int) {
    guard let found = inFlight[flight], found.waiters.isEmpty else { return }
    found.task?.cancel()
    inFlight.removeValue(forKey: flight)
  }
}

/// Loading from the server.
extension ResponseCache {
  private func load(_ request: GetRequest, _ policy: ReadPolicy) async throws(APIError) -> Answer<Value> {
    let known = lastKnown(request)
    var call = request.call
    call.ifNoneMatch = known?.stored.etag
    let isStale = known.map { $0.isRevised || policy.writes > $0.writes } ?? (policy.writes > 0)
    call.bypassesCaches = policy.forcesRefresh || isStale
    do throws(APIError) {
      let stored = try await ask(call, known)
      if Task.isCancelled { throw .cancelled }
      save(stored, for: request, writes: policy.writes)
      return Answer(stored.value, .live, asOf: stored.fetchedAt)
    } catch {
      guard error.isServerUnavailable, let known = lastKnown(request) else { throw error }
      return Answer(known.stored.value, .lastKnown, asOf: known.stored.fetchedAt)
    }
  }

  private func ask(_ call: Call, _ known: CachedResponse?) async throws(APIError) -> StoredResponse<Value> {
    let response: HTTPResponse
    do throws(APIError) {
      response = try await client.send(call)
    } catch {
      guard error == .notFound, let absent else { throw error }
      return StoredResponse(value: absent, etag: nil, fetchedAt: client.time.now())
    }
    let now = client.time.now()
    if response.status == 304 {
      guard let known else { throw .decoding("304 to an unconditional request") }
      return StoredResponse(value: known.stored.value, etag: known.stored.etag, fetchedAt: now)
    }
    return StoredResponse(value: try decode(response), etag: response.headers["ETag"], fetchedAt: now)
  }

  /// Returns the response from memory, or from disk. A response on disk is older than all writes of this process.
  private func lastKnown(_ request: GetRequest) -> CachedResponse? {
    if let entry = responses[request] { return entry }
    guard let stored: StoredResponse<Value> = store?.load(request.cacheName) else { return nil }
    return CachedResponse(stored: stored, writes: 0)
  }

  private func save(_ stored: StoredResponse<Value>, for request: GetRequest, writes: Int) {
    // A slow response to an earlier request must not replace a newer one.
    if let present = responses[request], present.writes > writes { return }
    keep(CachedResponse(stored: stored, writes: writes), for: request)
  }

  private func keep(_ entry: CachedResponse, for request: GetRequest) {
    responses[request] = entry
    if responses.count > Limits.answersPerKind,
      let oldest = responses.min(by: { $0.value.stored.fetchedAt < $1.value.stored.fetchedAt })?.key
    {
      responses.removeValue(forKey: oldest)
    }
    store?.save(entry.stored, as: request.cacheName)
  }
}
