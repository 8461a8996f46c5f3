import API
import Chronology
import Synchronization

/// Keeps the results of look-ups for a day, in memory. The oldest ones are removed if there are too many.
final class LookupCache: Sendable {
  private struct Kept {
    var candidates: [SessionAPI.BookCandidate]
    var at: Instant
  }

  private let kept = Mutex<[String: Kept]>([:])

  func candidates(_ key: String, now: Instant) -> [SessionAPI.BookCandidate]? {
    kept.withLock { kept in
      guard let found = kept[key], (0..<SessionLimits.lookupSeconds).contains(now - found.at) else { return nil }
      return found.candidates
    }
  }

  func keep(_ candidates: [SessionAPI.BookCandidate], _ key: String, now: Instant) {
    kept.withLock { kept in
      kept[key] = Kept(candidates: candidates, at: now)
      guard kept.count > SessionLimits.keptLookups, let oldest = kept.min(by: { $0.value.at < $1.value.at }) else {
        return
      }
      kept[oldest.key] = nil
    }
  }
}
