import Domain

/// What an account has lived through already, thing by thing, against the document that is imported into it. Where the
/// account's history of a thing is the beginning of the document's, the rest of that is new; where it is another one,
/// all of it stays as the account has it. So a document that is imported again adds nothing, one that was imported in
/// part goes on where it ended, and nobody's own doing is overwritten.
///
/// It holds a few bytes for each thing that the account has, and nothing for what the document has.
struct KnownHistory {
  private struct Progress {
    /// Events of the account, and a hash of all of them in their order.
    var count: UInt32 = 0
    var hash = 0
    /// The same for those of the document so far, up to as many.
    var seen: UInt32 = 0
    var seenHash = 0
  }

  /// By a hash of the thing; it is another one in each process, so nobody can make two of the same.
  private var things: [Int: Progress] = [:]

  /// An event of the account's own journal.
  mutating func insert(_ event: Event) {
    let comparable = event.comparable
    for thing in event.things {
      var progress = things[thing.hashValue] ?? Progress()
      progress.count &+= 1
      progress.hash = Self.hash(progress.hash, comparable)
      things[thing.hashValue] = progress
    }
  }

  /// Whether the document's next event is new to the account.
  mutating func isNew(_ event: Event) -> Bool {
    guard !things.isEmpty else { return true }
    var isNew = true
    for thing in event.things {
      guard var progress = things[thing.hashValue] else { continue }
      if progress.seen == progress.count {
        if progress.seenHash != progress.hash { isNew = false }
        continue
      }
      progress.seen += 1
      progress.seenHash = Self.hash(progress.seenHash, event.comparable)
      things[thing.hashValue] = progress
      isNew = false
    }
    return isNew
  }

  private static func hash(_ before: Int, _ event: Event) -> Int {
    var hasher = Hasher()
    hasher.combine(before)
    hasher.combine(event)
    return hasher.finalize()
  }
}
