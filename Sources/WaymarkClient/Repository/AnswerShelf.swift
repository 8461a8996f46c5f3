import Foundation

/// The answers of one kind: fresh ones from memory, others from the server, with one request for all who ask at once.
actor AnswerShelf<Value: Codable & Sendable> {
  typealias Outcome = Result<Answer<Value>, APIError>

  /// How a caller wants it. `writes` counts the user's writes so far: an answer from before the latest is not fresh.
  struct Terms: Sendable {
    var writes: Int
    var forcesRefresh: Bool
  }

  private struct Entry {
    var kept: KeptAnswer<Value>
    var writes: Int
  }

  private struct Flight {
    var question: Question
    var terms: Terms
    var task: Task<Void, Never>?
    var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
  }

  private let client: WaymarkClient
  private let store: LastKnownStore?
  private let decode: @Sendable (HTTPResponse) throws(APIError) -> Value
  private var entries: [Question: Entry] = [:]
  private var flights: [Int: Flight] = [:]
  private var tickets = 0

  init(
    client: WaymarkClient, store: LastKnownStore?,
    decode: @escaping @Sendable (HTTPResponse) throws(APIError) -> Value = { response throws(APIError) in
      try WireFormat.decode(Value.self, from: response.body)
    }
  ) {
    self.client = client
    self.store = store
    self.decode = decode
  }

  /// - Parameter show: gets what is known when the server has to be asked.
  func answer(
    to question: Question, on terms: Terms, showing show: ShowKept<Value>? = nil
  ) async throws(APIError) -> Answer<Value> {
    if let known = fresh(question, terms) { return known }
    if let show, let known = lastKnown(question) {
      await show(Answer(known.kept.value, .kept, asOf: known.kept.fetchedAt))
      // Another task may have asked meanwhile.
      if let known = fresh(question, terms) { return known }
    }
    let flight = joinable(question, terms) ?? start(question, terms)
    return try await outcome(of: flight).get()
  }

  /// Requests under way are dropped too: their answers must not reach the disk after a sign-out.
  func discardAll() {
    entries = [:]
    for flight in flights.values {
      flight.task?.cancel()
      for waiter in flight.waiters.values { waiter.resume(returning: .failure(.cancelled)) }
    }
    flights = [:]
  }

  private func fresh(_ question: Question, _ terms: Terms) -> Answer<Value>? {
    guard !terms.forcesRefresh, let entry = entries[question], isFresh(entry, on: terms) else { return nil }
    return Answer(entry.kept.value, .cached, asOf: entry.kept.fetchedAt)
  }

  private func isFresh(_ entry: Entry, on terms: Terms) -> Bool {
    // An age below zero means that the clock was set back: then the age of the answer is unknown.
    let age = client.time.now().timeIntervalSince(entry.kept.fetchedAt)
    return entry.writes >= terms.writes && (0..<Limits.cacheLifetimeSeconds).contains(age)
  }
}

/// One request for all.
extension AnswerShelf {
  /// A request under way that will see every write the caller knows of, and bypasses caches if the caller wants that.
  private func joinable(_ question: Question, _ terms: Terms) -> Int? {
    flights.first { _, flight in
      flight.question == question && flight.terms.writes >= terms.writes
        && (flight.terms.forcesRefresh || !terms.forcesRefresh)
    }?.key
  }

  private func start(_ question: Question, _ terms: Terms) -> Int {
    tickets += 1
    let id = tickets
    flights[id] = Flight(question: question, terms: terms)
    flights[id]?.task = Task {
      let outcome: Outcome
      do throws(APIError) {
        outcome = .success(try await ask(question, terms))
      } catch {
        outcome = .failure(error)
      }
      for waiter in (flights.removeValue(forKey: id)?.waiters ?? [:]).values { waiter.resume(returning: outcome) }
    }
    return id
  }

  /// Waits along with the others; a caller that is cancelled leaves alone, and the last one takes the request along.
  private func outcome(of flight: Int) async -> Outcome {
    tickets += 1
    let waiter = tickets
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          leaveEmpty(flight)
          continuation.resume(returning: .failure(.cancelled))
        } else {
          flights[flight]?.waiters[waiter] = continuation
        }
      }
    } onCancel: {
      Task { await self.leave(flight, waiter) }
    }
  }

  private func leave(_ flight: Int, _ waiter: Int) {
    flights[flight]?.waiters.removeValue(forKey: waiter)?.resume(returning: .failure(.cancelled))
    leaveEmpty(flight)
  }

  private func leaveEmpty(_ flight: Int) {
    guard let found = flights[flight], found.waiters.isEmpty else { return }
    found.task?.cancel()
    flights.removeValue(forKey: flight)
  }
}

/// Asking the server.
extension AnswerShelf {
  private func ask(_ question: Question, _ terms: Terms) async throws(APIError) -> Answer<Value> {
    let known = lastKnown(question)
    var call = question.call
    call.ifNoneMatch = known?.kept.etag
    call.bypassesCaches = terms.forcesRefresh || terms.writes > (known?.writes ?? 0)
    do throws(APIError) {
      let response = try await client.send(call)
      if Task.isCancelled { throw .cancelled }
      let now = client.time.now()
      let kept: KeptAnswer<Value>
      if response.status == 304 {
        guard let known else { throw .decoding("304 to an unconditional request") }
        kept = KeptAnswer(value: known.kept.value, etag: known.kept.etag, fetchedAt: now)
      } else {
        kept = KeptAnswer(value: try decode(response), etag: response.headers["ETag"], fetchedAt: now)
      }
      keep(kept, for: question, writes: terms.writes)
      return Answer(kept.value, .live, asOf: now)
    } catch {
      guard error.isServerAway, let known = lastKnown(question) else { throw error }
      return Answer(known.kept.value, .lastKnown, asOf: known.kept.fetchedAt)
    }
  }

  /// From memory, else from disk; what is on disk was fetched before this process and so before its writes.
  private func lastKnown(_ question: Question) -> Entry? {
    if let entry = entries[question] { return entry }
    guard let kept: KeptAnswer<Value> = store?.load(question.name) else { return nil }
    return Entry(kept: kept, writes: 0)
  }

  private func keep(_ kept: KeptAnswer<Value>, for question: Question, writes: Int) {
    // A slower answer to an older question must not replace a newer one.
    if let present = entries[question], present.writes > writes { return }
    entries[question] = Entry(kept: kept, writes: writes)
    if entries.count > Limits.answersPerKind,
      let oldest = entries.min(by: { $0.value.kept.fetchedAt < $1.value.kept.fetchedAt })?.key
    {
      entries.removeValue(forKey: oldest)
    }
    store?.save(kept, as: question.name)
  }
}
