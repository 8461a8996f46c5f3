import Chronology
import Domain

/// The reading sessions of a work, sorted by start. Sessions of a file are compared with them, so that no minute counts
/// twice.
struct KnownReadings: Sendable {
  private var sessions: [ReadingSession] = []
  /// Sessions that a person has deleted. Their time counts as taken.
  private var deleted: [ReadingSession] = []

  /// A part of a file's session: a new session, or an extension of an existing one.
  struct Part: Sendable {
    var session: ReadingSession
    var known: ReadingSession?
    /// Whether there is a change to write.
    var hasChanges: Bool
  }

  /// Inserts a session, or replaces the one with the same start.
  mutating func insert(_ session: ReadingSession) {
    let place = place(from: session.startedAt)
    if place < sessions.count, sessions[place].startedAt == session.startedAt {
      sessions[place] = session
    } else {
      sessions.insert(session, at: place)
    }
  }

  mutating func insert(deleted session: ReadingSession) {
    deleted.append(session)
  }

  /// Splits a session at the starts of known sessions and drops pages that started within one of them. A known session
  /// is extended only if it equals the result of its first pages. Otherwise the user has changed it.
  func parts(of found: FoundReading, workId: String, pageCount: Int?) -> [Part] {
    let earliest = found.startedAt + -ListeningRules.longestSpanSeconds
    let near = sessions[place(from: earliest)..<place(from: found.endedAt)].filter { $0.endedAt >= found.startedAt }
    var parts: [Part] = []
    let taken = deleted.filter { $0.startedAt <= found.endedAt && $0.endedAt >= found.startedAt }
    var rest = found.pages
    while let first = rest.first {
      if taken.contains(where: {
        $0.startedAt == first.startedAt || ($0.startedAt..<$0.endedAt).contains(first.startedAt)
      }) {
        rest.removeFirst()
        continue
      }
      let own = near.first { $0.startedAt == first.startedAt }
      if own == nil, near.contains(where: { $0.startedAt < first.startedAt && first.startedAt < $0.endedAt }) {
        rest.removeFirst()
        continue
      }
      let limits = [
        near.first { $0.startedAt > first.startedAt }?.startedAt,
        taken.map(\.startedAt).filter { $0 > first.startedAt }.min(),
      ]
      let limit = limits.compactMap(\.self).min() ?? found.endedAt
      let pages = rest.prefix { $0.startedAt == first.startedAt || $0.startedAt < limit }
      let states = Self.states(of: pages, until: limit, workId: workId, pageCount: pageCount)
      rest = rest[pages.endIndex...]
      guard let whole = states.last else { break }
      if let own {
        parts.append(Part(session: whole, known: own, hasChanges: whole.endedAt > own.endedAt && states.contains(own)))
      } else {
        parts.append(Part(session: whole, hasChanges: true))
      }
    }
    return parts
  }

  /// Returns the sessions that result from the first page, from the first two, and so on.
  private static func states(
    of pages: ArraySlice<FoundReading.Page>, until limit: Instant, workId: String, pageCount: Int?
  ) -> [ReadingSession] {
    guard let first = pages.first else { return [] }
    var end = first.startedAt
    return pages.map { last in
      end = max(end, min(last.endedAt, limit))
      var startPage = first.number
      // The font size may have changed in between.
      if first.pagesOnDevice > 0, last.pagesOnDevice > 0, first.pagesOnDevice != last.pagesOnDevice {
        startPage = startPage * last.pagesOnDevice / first.pagesOnDevice
      }
      func page(_ number: Int) -> Int {
        // The device's page numbers depend on the font size: they are scaled to the book's.
        guard let pageCount else { return number }
        guard last.pagesOnDevice > 0, last.pagesOnDevice != pageCount else { return min(pageCount, number) }
        return min(pageCount, (number * pageCount + last.pagesOnDevice / 2) / last.pagesOnDevice)
      }
      return ReadingSession(
        workId: workId, startedAt: first.startedAt, endedAt: end, startPage: page(startPage),
        endPage: page(last.number))
    }
  }

  /// Returns the index of the first session that does not start before `instant`.
  private func place(from instant: Instant) -> Int {
    var (low, high) = (0, sessions.count)
    while low < high {
      let middle = (low + high) / 2
      if sessions[middle].startedAt < instant { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
