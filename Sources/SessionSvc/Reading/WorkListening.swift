import API
import Chronology
import Domain
import Storage

/// The listening to all stories of a work.
struct WorkListening {
  let user: String
  let stories: [Story]
  let rows: Rows

  init(_ user: String, _ workId: String, _ rows: Rows) throws {
    self.user = user
    self.rows = rows
    stories = try CatalogueStore.stories(user, workId: workId, rows)
  }

  func throughs() throws -> ListenThroughs {
    guard !stories.isEmpty else { return ListenThroughs() }
    var completed: [ListeningSession] = []
    for story in stories {
      completed += try ListeningStore.completed(user, storyId: story.id, limit: ListenThroughs.most + 1, rows)
    }
    completed.sort { ListeningPlace($0) < ListeningPlace($1) }
    return try ListenThroughs(completed: completed) { try next(after: $0) }
  }

  /// Returns the first session after a position.
  private func next(after place: ListeningPlace?) throws -> ListeningPlace? {
    try stories.compactMap { story -> ListeningPlace? in
      var from = place?.startedAt ?? Instant(seconds: .min)
      // At the same second, sessions are sorted by story.
      if let place, !(place < ListeningPlace(startedAt: from, storyId: story.id)) { from = from + 1 }
      return try ListeningStore.firstStart(user, storyId: story.id, from: from, rows)
        .map { ListeningPlace(startedAt: $0, storyId: story.id) }
    }.min()
  }

  /// The sums of a listen-through.
  struct Sums {
    var seconds = DecimalSum()
    var span: ListeningSpan
    /// The story of the last session.
    var storyId: String
  }

  /// Returns the sums of the sessions from one to another, both included, or of all after the first.
  func sums(from first: ListeningPlace, to last: ListeningPlace?) throws -> Sums {
    var sums = Sums(
      span: ListeningSpan(startedAt: first.startedAt, endedAt: first.startedAt), storyId: first.storyId)
    var latest = first
    for story in stories {
      let end = last?.startedAt ?? Instant(seconds: .max)
      try ListeningStore.each(user, storyId: story.id, from: first.startedAt, to: end, rows) { session in
        let place = ListeningPlace(session)
        guard place >= first, last.map({ place <= $0 }) ?? true else { return }
        sums.seconds += session.duration
        sums.span.endedAt = max(sums.span.endedAt, session.endedAt)
        if place >= latest { (latest, sums.storyId) = (place, story.id) }
      }
    }
    return sums
  }

  func unfinished() throws -> SessionAPI.UnfinishedListening? {
    guard let first = try throughs().unfinished else { return nil }
    let sums = try sums(from: first, to: nil)
    let length = stories.first { $0.id == sums.storyId }?.estimatedDuration ?? 0
    return SessionAPI.UnfinishedListening(
      startedAt: first.startedAt, listenedSeconds: sums.seconds.value, estimatedDuration: length)
  }

  /// Returns the listened seconds of each read, by its id.
  func seconds(of reads: [Read], in calendar: LocalCalendar) throws -> [String: Double] {
    guard !stories.isEmpty else { return [:] }
    let throughs = try throughs()
    var seconds: [String: DecimalSum] = [:]
    for finished in throughs.finished {
      let owner = reads.owner(of: finished.span, in: calendar)?.id ?? finished.id
      let sums = try sums(from: finished.first, to: finished.last)
      seconds[owner, default: DecimalSum()] += sums.seconds.value
    }
    if let first = throughs.unfinished {
      let sums = try sums(from: first, to: nil)
      if let owner = reads.owner(of: sums.span, in: calendar)?.id {
        seconds[owner, default: DecimalSum()] += sums.seconds.value
      }
    }
    return seconds.mapValues(\.value)
  }
}
