import API
import Proto
import Service

/// Fetches the heads of journals. Requests within one turn of the loop share one call, which names each user once.
///
/// A read must include every write that was acknowledged before the read arrived. The call is therefore sent after the
/// read arrived, and heads are never cached.
final class HeadRequests: Sendable {
  typealias Response = Result<SessionAPI.Head, Fault>

  private struct Batch {
    var users: [String] = []
    var completions: [[(Response) -> Void]] = []
    var indexes: [String: Int] = [:]
  }

  private let loop: Loop
  private let journal: Client<SessionAPI>
  private let log: Log
  private let batch: LoopLocal<Batch>

  init(loop: Loop, journal: Client<SessionAPI>, log: Log) {
    self.loop = loop
    self.journal = journal
    self.log = log
    batch = LoopLocal(loop, Batch())
  }

  func head(of user: String) async throws(Fault) -> SessionAPI.Head {
    try await withCheckedContinuation { continuation in
      fetch(user) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Calls `completion` on the loop, never before this returns.
  func fetch(_ user: String, _ completion: @escaping (Response) -> Void) {
    if let index = batch.value.indexes[user] {
      batch.value.completions[index].append(completion)
      return
    }
    batch.value.indexes[user] = batch.value.users.count
    batch.value.users.append(user)
    batch.value.completions.append([completion])
    if batch.value.users.count == 1 {
      loop.atEndOfTurn { [self] in send() }
    } else if batch.value.users.count >= ViewLimits.headsPerCall {
      send()
    }
  }

  private func send() {
    let sent = batch.value
    batch.value = Batch()
    guard !sent.users.isEmpty else { return }
    journal.begin(
      SessionAPI.FetchHeads(users: sent.users), meta: CallMeta(deadline: ViewLimits.journalTimeoutMilliseconds)
    ) { [log] result in
      let result = result.mapError { Fault.ofJournal($0, log) }
      for (index, completions) in sent.completions.enumerated() {
        for completion in completions { completion(Self.head(at: index, of: result)) }
      }
    }
  }

  private static func head(at index: Int, of result: Result<SessionAPI.FetchHeads.Reply, Fault>) -> Response {
    switch result {
    case .failure(let fault): .failure(fault)
    case .success(let reply) where index < reply.heads.count: .success(reply.heads[index])
    case .success: .failure(Fault(.unavailable, "the journal returned fewer heads than requested; retry later"))
    }
  }
}
