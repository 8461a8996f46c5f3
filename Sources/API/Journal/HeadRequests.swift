public import Proto

/// Fetches the heads of journals. Requests within one turn of the loop share one call, which names each user once.
///
/// A read must include every write that was acknowledged before the read arrived. The call is therefore sent after the
/// read arrived, and heads are never cached.
public final class HeadRequests {
  public typealias Response = Result<SessionAPI.Head, Fault>
  /// Makes the call and passes its result to the completion on the loop, never before it returns.
  public typealias Send = (
    SessionAPI.FetchHeads, @escaping (Result<SessionAPI.FetchHeads.Reply, Fault>) -> Void
  ) -> Void

  private struct Batch {
    var users: [String] = []
    var completions: [[(Response) -> Void]] = []
    var indexes: [String: Int] = [:]
  }

  /// The users that one call names.
  public static let usersPerCall = 512

  private let loop: Loop
  private let send: Send
  private var batch = Batch()

  /// Belongs to the loop.
  public init(loop: Loop, send: @escaping Send) {
    self.loop = loop
    self.send = send
  }

  /// Calls `completion` on the loop, never before this returns.
  public func fetch(_ user: String, _ completion: @escaping (Response) -> Void) {
    if let index = batch.indexes[user] {
      batch.completions[index].append(completion)
      return
    }
    batch.indexes[user] = batch.users.count
    batch.users.append(user)
    batch.completions.append([completion])
    if batch.users.count == 1 {
      loop.atEndOfTurn { [self] in sendBatch() }
    } else if batch.users.count >= HeadRequests.usersPerCall {
      sendBatch()
    }
  }

  private func sendBatch() {
    let sent = batch
    batch = Batch()
    guard !sent.users.isEmpty else { return }
    send(SessionAPI.FetchHeads(users: sent.users)) { result in
      for (index, completions) in sent.completions.enumerated() {
        for completion in completions { completion(HeadRequests.head(at: index, of: result)) }
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
