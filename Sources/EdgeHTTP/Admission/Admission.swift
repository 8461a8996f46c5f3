import Crypto
import Proto
import Service

/// Owns the limits that all requests share: connections, memory, turns, calls, sign-ins and guesses. Streams, imports,
/// token checks and files count their own requests, and report their rejections here. Belongs to the edge's loop.
final class Admission {
  let quotas: Quotas
  let memory: MemoryAdmission
  let turns: ReadTurns
  let rejections: Rejections
  let gates: [ServiceGate]
  /// By address.
  let signIns: any Attempts
  /// By user id.
  let passwords: any Attempts
  /// By session.
  let confirmations: any Attempts
  let rejectedConnections: RejectedConnections
  /// Calls in flight for which SessionSvc calls the provider.
  private(set) var providerCalls = 0
  private var guesses: LinkGuesses

  init(
    loop: Loop, log: Log, metrics: Metrics, options: Edge.Options, connections: Connections,
    upstreams: [any Upstream]
  ) {
    quotas = Quotas(bytes: options.bufferBytes)
    memory = MemoryAdmission(loop: loop, quotas: quotas, connections: connections)
    turns = ReadTurns(loop: loop)
    let rejections = Rejections(metrics, log: log, loop: loop)
    self.rejections = rejections
    gates = upstreams.enumerated().map { place, upstream in
      ServiceGate(upstream, place: place, loop: loop, patience: options.patience, rejections: rejections)
    }
    rejectedConnections = RejectedConnections(count: options.rejectedConnections)
    func attempts(_ kind: AttemptKind, _ limit: AttemptLimit) -> any Attempts {
      options.firstEdge.map { FirstEdgeAttempts(kind, $0) } ?? SignInAttempts(limit)
    }
    signIns = attempts(.address, Limits.signInsOfAddress)
    passwords = attempts(.user, Limits.passwordsOfUser)
    confirmations = attempts(.session, Limits.confirmationsOfSession)
    guesses = LinkGuesses(options.place)
  }

  func attempts(_ kind: AttemptKind) -> any Attempts {
    switch kind {
    case .address: signIns
    case .user: passwords
    case .session: confirmations
    }
  }

  /// Called at intervals.
  func check(now: UInt64) {
    for gate in gates { gate.tidy(now: now) }
  }

  /// Admits a call for which SessionSvc calls the provider. `endProviderCall` must follow its response.
  func beginProviderCall() throws(LimitRejection) {
    guard providerCalls < Limits.providerCalls else { throw LimitRejection.providerCalls }
    providerCalls += 1
  }

  func endProviderCall() { providerCalls -= 1 }

  /// Counts the request for an unknown secret as a guess. Returns whether it was counted, or nil if there were too
  /// many.
  func beginGuess(_ secret: SHA256.Digest, from address: String, second: Int64) -> Bool? {
    guard guesses.isGuess(secret) else { return false }
    return guesses.begin(address, second: second) ? true : nil
  }

  func confirmGuess(_ secret: SHA256.Digest, isCounted: Bool, from address: String) {
    guesses.confirm(secret, isCounted: isCounted, from: address)
  }

  func forgetGuess(_ secret: SHA256.Digest) { guesses.forget(secret) }
}
