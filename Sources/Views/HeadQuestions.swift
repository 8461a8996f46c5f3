import API
import Proto
import Service

/// Asks where journals end: all that is asked within one turn of the loop goes into one call, a user once.
///
/// A read of a view must include every write that was answered before the read came, so the question is sent after it
/// came, and never answered from memory.
final class HeadQuestions: Sendable {
  typealias Found = Result<SessionAPI.Head, Fault>

  private struct Gathering {
    var users: [String] = []
    var waiting: [[(Found) -> Void]] = []
    var places: [String: Int] = [:]
  }

  private let loop: Loop
  private let journal: Client<SessionAPI>
  private let log: Log
  private let gathering: LoopLocal<Gathering>

  init(loop: Loop, journal: Client<SessionAPI>, log: Log) {
    self.loop = loop
    self.journal = journal
    self.log = log
    gathering = LoopLocal(loop, Gathering())
  }

  func head(of user: String) async throws(Fault) -> SessionAPI.Head {
    try await withCheckedContinuation { continuation in
      ask(user) { continuation.resume(returning: $0) }
    }.get()
  }

  /// The answer comes on the loop, never from within `ask`.
  func ask(_ user: String, _ then: @escaping (Found) -> Void) {
    if let place = gathering.value.places[user] {
      gathering.value.waiting[place].append(then)
      return
    }
    gathering.value.places[user] = gathering.value.users.count
    gathering.value.users.append(user)
    gathering.value.waiting.append([then])
    if gathering.value.users.count == 1 {
      loop.atEndOfTurn { [self] in send() }
    } else if gathering.value.users.count >= ViewLimits.headsPerCall {
      send()
    }
  }

  private func send() {
    let asked = gathering.value
    gathering.value = Gathering()
    guard !asked.users.isEmpty else { return }
    journal.begin(
      SessionAPI.FetchHeads(users: asked.users), meta: CallMeta(deadline: ViewLimits.journalTimeoutMilliseconds)
    ) { [log] result in
      let result = result.mapError { Fault.ofJournal($0, log) }
      for (place, waiting) in asked.waiting.enumerated() {
        for then in waiting { then(Self.head(at: place, of: result)) }
      }
    }
  }

  private static func head(at place: Int, of result: Result<SessionAPI.FetchHeads.Reply, Fault>) -> Found {
    switch result {
    case .failure(let fault): .failure(fault)
    case .success(let reply) where place < reply.heads.count: .success(reply.heads[place])
    case .success: .failure(Fault(.unavailable, "the journal answered fewer heads than it was asked for"))
    }
  }
}
