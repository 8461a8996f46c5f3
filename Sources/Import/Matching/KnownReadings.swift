import Chronology
import Domain

/// Reading sessions of a work by their starts, against which those of a file are held: no minute counts twice.
struct KnownReadings: Sendable {
  private var sessions: [ReadingSession] = []

  /// What of a file's session is new: a whole session, or one that is known and has grown since it was imported.
  struct Part: Sendable {
    var session: ReadingSession
    var known: ReadingSession?
    /// Whether there is anything to write.
    var isNews: Bool
  }

  /// In the place of one with the same start.
  mutating func insert(_ session: ReadingSession) {
    let place = place(from: session.startedAt)
    if place < sessions.count, sessions[place].startedAt == session.startedAt {
      sessions[place] = session
    } else {
      sessions.insert(session, at: place)
    }
  }

  /// Cut where known sessions begin; without the pages that were begun within one of them. A known session goes on only
  /// where it is what the first of the pages made it: a person has changed any other.
  func parts(of found: FoundReading, workId: String, pageCount: Int?) -> [Part] {
    let earliest = found.startedAt + -ListeningRules.longestSpanSeconds
    let near = sessions[place(from: earliest)..<place(from: found.endedAt)].filter { $0.endedAt >= found.startedAt }
    var parts: [Part] = []
    var rest = found.pages
    while let first = rest.first {
      let own = near.first { $0.startedAt == first.startedAt }
      if own == nil, near.contains(where: { $0.startedAt < first.startedAt && first.startedAt < $0.endedAt }) {
        rest.removeFirst()
        continue
      }
      let limit = near.first { $0.startedAt > first.startedAt }?.startedAt ?? found.endedAt
      let pages = rest.prefix { $0.startedAt == first.startedAt || $0.startedAt < limit }
      let states = Self.states(of: pages, until: limit, workId: workId, pageCount: pageCount)
      rest = rest[pages.endIndex...]
      guard let whole = states.last else { break }
      if let own {
        parts.append(Part(session: whole, known: own, isNews: whole.endedAt > own.endedAt && states.contains(own)))
      } else {
        parts.append(Part(session: whole, isNews: true))
      }
    }
    return parts
  }

  /// The session that the first page makes, the first two, and so on.
  private static func states(
    of pages: ArraySlice<FoundReading.Page>, until limit: Instant, workId: String, pageCount: Int?
  ) -> [ReadingSession] {
    guard let first = pages.first else { return [] }
    var end = first.startedAt
    return pages.map { last in
      end = max(end, min(last.endedAt, limit))
      var startPage = first.number
      // The letters may have been made larger in between.
      if first.pagesOnDevice > 0, last.pagesOnDevice > 0, first.pagesOnDevice != last.pagesOnDevice {
        startPage = startPage * last.pagesOnDevice / first.pagesOnDevice
      }
      func page(_ number: Int) -> Int {
        // The device's pages are not the book's where letters are larger: the part read is the same.
        guard let pageCount else { return number }
        guard last.pagesOnDevice > 0, last.pagesOnDevice != pageCount else { return min(pageCount, number) }
        return min(pageCount, (number * pageCount + last.pagesOnDevice / 2) / last.pagesOnDevice)
      }
      return ReadingSession(
        workId: workId, startedAt: first.startedAt, endedAt: end, startPage: page(startPage),
        endPage: page(last.number))
    }
  }

  /// Where those begin that start no earlier.
  private func place(from instant: Instant) -> Int {
    var (low, high) = (0, sessions.count)
    while low < high {
      let middle = (low + high) / 2
      if sessions[middle].startedAt < instant { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
