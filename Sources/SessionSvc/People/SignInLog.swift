import API
import Chronology
import Domain
import Proto
import Service
import Storage
import Synchronization

/// Failed sign-ins that are not stored yet. They are stored after the response, so that the time of a response does not
/// reveal whether the person exists.
final class SignInLog: Sendable {
  typealias Entry = (user: String, signIn: SessionAPI.SignInReply)

  private struct State {
    var waiting: [Entry] = []
    var storing: Task<Void, any Error>?
  }

  private let state = Mutex(State())

  static func record(
    _ method: SignInMethod, _ outcome: SignInOutcome, _ visitor: SessionAPI.Visitor, session: String? = nil,
    at now: Instant
  ) -> SessionAPI.SignInReply {
    let agent = visitor.userAgent.map { text in
      let shown = String(String.UnicodeScalarView(text.unicodeScalars.prefix(SessionLimits.userAgentCharacters)))
      // PostgreSQL cannot store this character.
      return shown.filter { $0 != "\0" }
    }
    return SessionAPI.SignInReply(
      at: now, method: method, outcome: outcome, address: visitor.address, userAgent: agent, sessionId: session)
  }

  /// If too many wait, further ones are dropped.
  func add(_ signIn: SessionAPI.SignInReply, of user: String) {
    state.withLock { state in
      if state.waiting.count < SessionLimits.waitingSignIns { state.waiting.append((user, signIn)) }
    }
  }

  private func takeAll() -> [Entry] {
    state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
  }

  /// Stores what waits, after what is being stored. When the task ends, every sign-in that was added before is stored.
  func store(_ body: @escaping @Sendable ([Entry]) async throws -> Void) -> Task<Void, any Error> {
    state.withLock { state in
      let previous = state.storing
      let task = Task { [self] in
        _ = await previous?.result
        try await body(takeAll())
      }
      state.storing = task
      return task
    }
  }
}

extension SessionHandlers {
  /// Records a failed sign-in of a person who exists.
  func noteFailure(_ method: SignInMethod, _ visitor: SessionAPI.Visitor?, of user: String) {
    guard let visitor else { return }
    signIns.add(SignInLog.record(method, .failed, visitor, at: now()), of: user)
    Task { try? await storeSignIns() }
  }

  /// Stores the failed sign-ins that wait.
  func storeSignIns() async throws {
    try await signIns.store { [database] entries in
      for (user, signIn) in entries {
        try await database.write(user: user) { transaction in
          // The account may have been deleted meanwhile.
          guard try PersonStore.exists(user, transaction.rows), try !ErasureStore.isErasing(user, transaction.rows)
          else { return }
          try SignInStore.append(signIn, of: user, transaction)
        }
      }
    }.value
  }

  /// Reads continue on a full disk, without the last failed sign-ins.
  func storeSignInsIfPossible() async {
    do {
      try await storeSignIns()
    } catch {
      log.warning("failed sign-ins could not be stored", ["error": "\(error)"])
    }
  }

  func listSignIns(
    _ call: SessionAPI.ListSignIns, _ caller: CallerContext
  ) async throws(Fault) -> Encoded<Page<SessionAPI.SignInReply>> {
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    var place = Int64.max
    if let cursor = paging.cursor {
      guard let parsed = Int64(cursor) else { throw Paging.badCursor }
      place = parsed
    }
    await storeSignInsIfPossible()
    return try await read(caller, cost: paging.cost) { [place] user, rows in
      let found = try SignInStore.list(of: user, before: place, limit: paging.limit + 1, rows)
      return try paging.page(found, key: { String($0.place) }, item: \.signIn)
    }
  }
}
