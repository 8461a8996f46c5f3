public import Chronology
public import Domain

/// The reads of all works in the simplest form. Every question looks at all of them.
public struct SlowShelf {
  /// The entry of each work as its last event describes it.
  public private(set) var entries: [String: LibraryEntry] = [:]
  /// By work, in the order in which they were created.
  public private(set) var reads: [String: [Read]] = [:]
  /// When the last finish was written that is not an instant.
  public private(set) var lastImpreciseWrite: Instant?

  public init() {}

  public mutating func apply(_ event: Event) {
    guard case .reading(let event) = event else { return }
    switch event {
    case .workRemoved(let event): remove(event.work.id)
    case .entryRemoved(let event): remove(event.entry.workId)
    case .entrySaved(let event): save(event)
    case .workSaved, .timerStarted, .timerStopped, .timerDiscarded, .recorded, .changed, .removed: break
    }
  }

  private mutating func remove(_ workId: String) {
    entries[workId] = nil
    reads[workId] = nil
  }

  private mutating func save(_ event: EntrySaved) {
    let workId = event.entry.workId
    if let changes = event.reads {
      var own = reads[workId] ?? []
      for change in changes {
        if let new = change.new, let place = own.firstIndex(where: { $0.id == new.id }) {
          own[place] = new
        } else if let new = change.new {
          own.append(new)
        } else {
          own.removeAll { $0.id == change.old?.id }
        }
      }
      reads[workId] = own
      let imprecise = changes.compactMap(\.new).contains { $0.status == .finished && $0.finishedAt == nil }
      if imprecise { lastImpreciseWrite = event.at ?? lastImpreciseWrite }
    } else {
      saveOld(event.entry, before: event.old)
    }
    entries[workId] = event.entry
  }

  /// An entry of an earlier version describes one read. If the work was finished and is read again, the next read
  /// begins.
  private mutating func saveOld(_ entry: LibraryEntry, before: LibraryEntry?) {
    // Earlier versions knew no listening.
    let listened = (reads[entry.workId] ?? []).filter { $0.origin == .listening }
    var own = (reads[entry.workId] ?? []).filter { $0.origin != .listening }
    let known = own.compactMap { Int($0.id.split(separator: "r-").last ?? "") }.max() ?? 0
    func number(_ more: Int) -> String { "r-\(known + more)" }
    let isActive = before.map { $0.status != .wantToRead } ?? !own.isEmpty
    let wasFinished = (before?.status ?? own.last?.status.ofEntry) == .finished
    switch entry.status {
    case .wantToRead: if isActive, !own.isEmpty { own.removeLast() }
    case .reading where wasFinished:
      let end = own.last?.finishedAt ?? .earliestText
      let start = entry.startedAt.flatMap { $0 < end ? nil : $0 }
      own.append(
        Read(id: number(1), status: .reading, start: start.map { .instant($0) }, rating: entry.rating))
    case .reading where !isActive && before?.finish != nil:
      let end = before?.finishedAt ?? .earliestText
      let earlier = Read(
        id: number(1), status: .finished, start: before?.start, finish: before?.finish, rating: before?.rating)
      let again = entry.startedAt.flatMap { $0 < end ? nil : $0 }
      own += [
        earlier, Read(id: number(2), status: .reading, start: again.map { .instant($0) }, rating: entry.rating),
      ]
    default:
      let status = ReadStatus(rawValue: entry.status.rawValue)!
      if isActive, !own.isEmpty {
        let last = own.count - 1
        let hasNewStart = before == nil || before?.start != entry.start
        let hasNewEnd =
          before == nil || before?.finish != entry.finish
          || (status == .finished && own[last].status != .finished)
        if hasNewStart { (own[last].startedAt, own[last].startedOn) = (entry.startedAt, nil) }
        if hasNewEnd { (own[last].finishedAt, own[last].finishedOn) = (entry.finishedAt, nil) }
        own[last].status = status
        own[last].rating = entry.rating
      } else {
        own.append(
          Read(
            id: number(1), status: status, start: entry.startedAt.map { .instant($0) },
            finish: entry.finishedAt.map { .instant($0) }, rating: entry.rating))
      }
    }
    reads[entry.workId] = own + listened
  }

  /// A finished read of a work.
  public struct Finish {
    public var workId: String
    public var read: Read
    public var isReread: Bool
    /// The last possible second; nil if the finish is unknown.
    public var end: Int64?

    /// The day, if it is known.
    public func day(_ calendar: LocalCalendar) -> Day? {
      if let at = read.finishedAt { return calendar.day(of: at) }
      if case .day(let day)? = read.finishedOn { return day }
      return nil
    }

    /// Whether all possible days match. An unknown day matches nothing.
    public func isOn(_ calendar: LocalCalendar, _ matches: (Day) -> Bool) -> Bool {
      if let at = read.finishedAt { return matches(calendar.day(of: at)) }
      guard let date = read.finishedOn else { return false }
      return (0...(date.last - date.first)).allSatisfy { matches(date.first + $0) }
    }
  }

  /// Returns all finished reads, sorted by finish and work.
  public func finishes(_ calendar: LocalCalendar) -> [Finish] {
    var found: [Finish] = []
    for (workId, all) in reads {
      let own = all.filter { $0.status == .finished && !isPartOfOther($0, all, calendar) }.map { read in
        Finish(workId: workId, read: read, isReread: false, end: Self.end(read.finishedAt, read.finishedOn, calendar))
      }
      let sorted = own.sorted { left, right in
        if left.end != right.end { return (left.end ?? .min) < (right.end ?? .min) }
        let starts = [left, right].map { Self.end($0.read.startedAt, $0.read.startedOn, calendar) ?? .min }
        return starts[0] != starts[1] ? starts[0] < starts[1] : left.read.id < right.read.id
      }
      for (place, finish) in sorted.enumerated() {
        var finish = finish
        finish.isReread = place > 0
        found.append(finish)
      }
    }
    return found.sorted { ($0.end ?? .min, $0.workId) < ($1.end ?? .min, $1.workId) }
  }

  /// Whether a listen-through took place while another read was open.
  private func isPartOfOther(_ read: Read, _ all: [Read], _ calendar: LocalCalendar) -> Bool {
    guard read.origin == .listening, let began = read.startedAt?.seconds, let ended = read.finishedAt?.seconds else {
      return false
    }
    for other in all where other.origin != .listening {
      let firstStart = other.startedAt?.seconds ?? other.startedOn.map { calendar.start(of: $0.first).seconds }
      let lastStart = Self.end(other.startedAt, other.startedOn, calendar)
      let firstEnd = other.finishedAt?.seconds ?? other.finishedOn.map { calendar.start(of: $0.first).seconds }
      let lastEnd = Self.end(other.finishedAt, other.finishedOn, calendar)
      if other.status == .reading {
        if let from = firstStart ?? other.createdAt?.seconds, from <= ended { return true }
      } else if let firstEnd, let lastEnd {
        let from = firstStart ?? [other.createdAt?.seconds, firstEnd].compactMap(\.self).min()!
        if from <= ended, lastEnd >= began { return true }
      } else if let firstStart, let lastStart, firstStart <= ended, lastStart >= began {
        return true
      }
    }
    return false
  }

  private static func end(_ at: Instant?, _ on: PartialDate?, _ calendar: LocalCalendar) -> Int64? {
    if let at { return at.seconds }
    return on.map { calendar.start(of: $0.last + 1).seconds - 1 }
  }

  /// Returns the read to which a session belongs: the first that ended at or after it started, otherwise the open one,
  /// otherwise the last.
  public func owner(_ workId: String, startedAt: Instant, _ calendar: LocalCalendar) -> Read? {
    let all = (reads[workId] ?? []).filter { $0.origin != .listening }
    let closed = all.filter { $0.status != .reading }
      .map { read in (read, Self.end(read.finishedAt, read.finishedOn, calendar)) }
    let dated = closed.filter { $0.1 != nil }.sorted { left, right in
      let starts = [left.0, right.0].map { Self.end($0.startedAt, $0.startedOn, calendar) ?? .min }
      return (left.1!, starts[0], left.0.id) < (right.1!, starts[1], right.0.id)
    }
    if let found = dated.first(where: { $0.1! >= startedAt.seconds }) { return found.0 }
    if let open = all.first(where: { $0.status == .reading }) { return open }
    if let last = dated.last { return last.0 }
    return closed.map(\.0).max { left, right in
      let starts = [left, right].map { Self.end($0.startedAt, $0.startedOn, calendar) ?? .min }
      return (starts[0], left.id) < (starts[1], right.id)
    }
  }
}
