public import Chronology

public enum ConnectionKind: String, Codable, CaseIterable, Hashable, Sendable {
  case audiobookshelf

  public var title: String {
    switch self {
    case .audiobookshelf: "Audiobookshelf"
    }
  }
}

/// A server of a user from which sessions are read regularly.
public struct Connection: Hashable, Sendable {
  public var id: String
  public var kind: ConnectionKind
  public var url: String
  /// Minutes between runs.
  public var every: Int
  public var isOn: Bool
  public var createdAt: Instant
  public var state: ConnectionState

  public init(id: String, kind: ConnectionKind, url: String, every: Int, isOn: Bool, createdAt: Instant) {
    self.id = id
    self.kind = kind
    self.url = url
    self.every = every
    self.isOn = isOn
    self.createdAt = createdAt
    state = ConnectionState(phase: isOn ? .idle : .off, nextRunAt: isOn ? createdAt : nil)
  }
}

public struct ConnectionState: Codable, Hashable, Sendable {
  public enum Phase: String, Codable, CaseIterable, Hashable, Sendable {
    case idle, running, retrying, refused, wrongAddress, needsSecret, off
  }

  public var phase: Phase
  public var lastRunAt: Instant?
  public var lastSuccessAt: Instant?
  /// Nil if no run is planned. During a run, the end of its lease.
  public var nextRunAt: Instant?
  public var problem: String?
  /// The counts of all runs.
  public var added = 0
  public var alreadyThere = 0
  public var rejected = 0
  public var problems: [ConnectionProblem] = []
  /// The failures since the last success.
  public var failures = 0
  /// The last run that has read the list to its end.
  public var lastWholeRunAt: Instant?
  /// The run in progress.
  public var lease: String?
  /// The phase before the run, if the run has brought nothing yet that a person would see.
  public var quietPhase: Phase?
  /// Whether the failure was reported to webhooks.
  public var isReported = false
  /// The new stories whose covers were not settled, or nil if there are none.
  public private(set) var awaitedCovers: [AwaitedCover]?

  init(phase: Phase, nextRunAt: Instant?) {
    self.phase = phase
    self.nextRunAt = nextRunAt
  }

  public mutating func note(_ new: [ConnectionProblem]) {
    problems = Array((new.reversed() + problems).prefix(ConnectionRules.keptProblems))
  }

  /// The covers of these new stories are requested by this run, and by later ones if it is interrupted.
  public mutating func awaitCovers(of stories: [String]) {
    let all = (awaitedCovers ?? []) + stories.map { AwaitedCover(storyId: $0) }
    set(all.prefix(ConnectionRules.awaitedCovers))
  }

  /// Returns the stories whose covers a run requests again. Each is returned a few times at most, and after the others.
  public mutating func takeAwaitedCovers() -> [String] {
    let all = awaitedCovers ?? []
    let (taken, rest) = (all.prefix(ConnectionRules.coversPerRun), all.dropFirst(ConnectionRules.coversPerRun))
    let again = taken.map { AwaitedCover(storyId: $0.storyId, attempts: $0.attempts + 1) }
    set(rest + again.filter { $0.attempts < ConnectionRules.coverAttempts })
    return taken.map(\.storyId)
  }

  /// The story has its cover, or the server has none for it.
  public mutating func settleCover(of story: String) {
    set((awaitedCovers ?? []).filter { $0.storyId != story })
  }

  private mutating func set(_ awaited: some Collection<AwaitedCover>) {
    awaitedCovers = awaited.isEmpty ? nil : Array(awaited)
  }
}

/// A new story whose cover is still to be requested.
public struct AwaitedCover: Codable, Hashable, Sendable {
  public var storyId: String
  /// The later runs that have requested it.
  public var attempts: Int

  public init(storyId: String, attempts: Int = 0) {
    self.storyId = storyId
    self.attempts = attempts
  }
}

/// A session that was not imported.
public struct ConnectionProblem: Codable, Hashable, Sendable {
  public var item: String
  public var reason: String

  public init(item: String, reason: String) {
    self.item = item
    self.reason = reason
  }
}

/// The result of a run.
public enum ConnectionOutcome: Hashable, Sendable {
  /// With a problem, only a part was read.
  case success(readsAll: Bool, problem: String?)
  case unavailable(reason: String, retryAfter: Int64?)
  case refused(status: Int)
  case wrongAddress(reason: String)
}

extension Connection {
  /// Begins a run, or takes over one whose lease has ended.
  public mutating func begin(_ lease: String, until end: Instant, now: Instant) {
    state.quietPhase = state.phase == .running ? nil : state.phase
    state.phase = .running
    state.lease = lease
    state.lastRunAt = now
    state.nextRunAt = end
  }

  /// Whether the next run reads the list to its end: the first one, and one per day.
  public func readsAll(now: Instant) -> Bool {
    state.lastWholeRunAt.map { now - $0 >= ConnectionRules.wholeSeconds } ?? true
  }

  /// Ends a run. `dice` is from 0 to 1. Returns the problem if webhooks have to report that the connection fails.
  public mutating func finish(_ outcome: ConnectionOutcome, now: Instant, dice: Double) -> String? {
    state.lease = nil
    switch outcome {
    case .success(let readsAll, let problem):
      state.phase = .idle
      state.problem = problem
      state.failures = 0
      state.isReported = false
      state.lastSuccessAt = now
      if readsAll { state.lastWholeRunAt = now }
      state.nextRunAt = now + Int64(every) * 60
    case .unavailable(let reason, let retryAfter):
      state.failures += 1
      fail(.retrying, reason)
      let pause = ConnectionRules.pause(every: every, failures: state.failures, retryAfter: retryAfter, dice: dice)
      state.nextRunAt = now + pause
    case .refused(let status):
      fail(.refused, "the server rejects the secret (status \(status))")
      state.nextRunAt = now + ConnectionRules.rejectedSeconds
    case .wrongAddress(let reason):
      fail(.wrongAddress, reason)
      state.nextRunAt = now + ConnectionRules.rejectedSeconds
    }
    if !isOn { switchOff() }
    guard let problem = state.problem, ![.idle, .off].contains(state.phase), !state.isReported else { return nil }
    state.isReported = true
    return problem
  }

  private mutating func fail(_ phase: ConnectionState.Phase, _ problem: String) {
    state.phase = phase
    state.problem = problem
  }

  /// The secret was sealed under another key.
  public mutating func loseSecret() {
    fail(.needsSecret, "the secret cannot be read, because the secret key of this server is another one; set it again")
    state.lease = nil
    state.nextRunAt = nil
  }

  /// Plans a run at once: after a change, or because a person wants it. A run in progress continues.
  public mutating func plan(now: Instant, isChanged: Bool) {
    guard isOn else { return switchOff() }
    if isChanged { (state.failures, state.problem, state.lease) = (0, nil, nil) }
    guard state.lease == nil else { return }
    state.phase = isChanged ? .idle : .running
    state.nextRunAt = now
  }

  private mutating func switchOff() {
    state.phase = .off
    state.lease = nil
    state.nextRunAt = nil
  }
}
