import Domain

/// Compares the account's history of each subject with that of the imported document. If the account's history is a
/// prefix of that in the document, the rest is new. Otherwise the account keeps its own history. So a repeated import
/// adds nothing, a partial import continues where it ended, and changes by the user are not overwritten.
///
/// It needs a few bytes per subject of the account, and none for the document.
struct KnownHistory {
  private struct Progress {
    /// The number of events in the account, and a hash over them in order.
    var count: UInt32 = 0
    var hash = 0
    /// The same for the events of the document so far, up to the same number.
    var seen: UInt32 = 0
    var seenHash = 0
  }

  /// By a hash of the subject. The hash is seeded per process, so that collisions cannot be constructed.
  private var subjects: [Int: Progress] = [:]

  /// Adds an event of the account's journal.
  mutating func insert(_ event: Event) {
    let comparable = event.comparable
    for subject in event.subjects {
      var progress = subjects[subject.hashValue] ?? Progress()
      progress.count &+= 1
      progress.hash = Self.hash(progress.hash, comparable)
      subjects[subject.hashValue] = progress
    }
  }

  /// Returns whether the document's next event is new to the account.
  mutating func isNew(_ event: Event) -> Bool {
    guard !subjects.isEmpty else { return true }
    var isNew = true
    for subject in event.subjects {
      guard var progress = subjects[subject.hashValue] else {
        // An account that has data keeps its rule.
        if subject == .unlocks { isNew = false }
        continue
      }
      if progress.seen == progress.count {
        if progress.seenHash != progress.hash { isNew = false }
        continue
      }
      progress.seen += 1
      progress.seenHash = Self.hash(progress.seenHash, event.comparable)
      subjects[subject.hashValue] = progress
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
