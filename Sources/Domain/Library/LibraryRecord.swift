public import Chronology

/// A work's library entry and its reads.
public struct LibraryRecord: Hashable, Sendable {
  /// The values that are stored. `summary` describes the latest read.
  public var entry: LibraryEntry
  /// The written reads, in the order in which they were created.
  public var reads: [Read]
  /// The finished listen-throughs of the work's stories.
  public var listened: [Read]

  /// `reads` may contain both kinds.
  public init(entry: LibraryEntry, reads: [Read] = []) {
    self.entry = entry
    self.reads = reads.filter { !$0.isListened }
    listened = reads.filter(\.isListened)
  }

  /// All reads, also listen-throughs that belong to another read.
  public var all: [Read] { reads + listened }

  /// The reads that count: without listen-throughs that belong to another read.
  public func counted(in calendar: LocalCalendar) -> [Read] {
    all.counted(in: calendar)
  }

  func latest(in calendar: LocalCalendar) -> Read? { counted(in: calendar).latest(in: calendar) }

  /// The entry as its owner sees it: the status, rating and dates are those of the latest read.
  public func summary(in calendar: LocalCalendar) -> LibraryEntry {
    guard let latest = latest(in: calendar) else { return entry }
    var summary = entry
    if entry.status != .wantToRead || isHeardSinceWanted {
      (summary.status, summary.wantedAt) = (latest.status.ofEntry, nil)
    }
    summary.rating = latest.rating
    summary.start = latest.start
    summary.finish = latest.finish
    return summary
  }

  /// Whether a listen-through has finished since the work was wanted.
  public var isHeardSinceWanted: Bool {
    listened.contains { $0.finishedAt ?? .earliestText > entry.wantedAt ?? .earliestText }
  }

  /// The number of finished reads.
  public func readCount(in calendar: LocalCalendar) -> Int {
    counted(in: calendar).count { $0.status == .finished }
  }

  public var open: Read? { reads.first(where: \.isOpen) }

  /// Returns the record after an event of the work's entry.
  public static func after(_ event: EntrySaved, of record: LibraryRecord?) -> LibraryRecord {
    var changed = record ?? LibraryRecord(entry: event.entry)
    changed.entry = event.entry
    for change in event.changes(after: changed.reads.last, changed.reads.lazy.map(\.id)) { changed.apply(change) }
    if event.reads == nil {
      // A work that is only wanted has not been finished.
      if event.entry.status == .wantToRead { changed.entry.finish = nil }
      if !changed.reads.isEmpty { changed.entry = changed.entry.withoutReadValues }
    }
    return changed
  }

  /// Returns the event that turns the old record into this one, or nil if they are equal.
  public func event(from old: LibraryRecord?, at now: Instant) -> EntrySaved? {
    guard self != old else { return nil }
    let (before, after) = (old?.all ?? [], all)
    let removed = before.filter { read in !after.contains { $0.id == read.id } }
    var changes = removed.map { ReadChange(old: $0) }
    for read in after {
      let known = before.first { $0.id == read.id }
      if read != known { changes.append(ReadChange(old: known, new: read)) }
    }
    return EntrySaved(entry: entry, old: old?.entry, reads: changes, at: now)
  }

  private mutating func apply(_ change: ReadChange) {
    if (change.new ?? change.old)?.isListened == true { listened.apply(change) } else { reads.apply(change) }
  }
}

// Listening to the work's stories.
extension LibraryRecord {
  /// Returns the record after a change of the listening or of the links to stories; nil if there is none. A link adds
  /// the work to the library, and the last one that is removed takes it away again, unless a person has written to it.
  public static func following(
    _ listened: [Read], isLinked: Bool, _ workId: String, replacing old: LibraryRecord?, in calendar: LocalCalendar
  ) -> LibraryRecord? {
    if !isLinked, old?.entry.isFromLink == true, old?.reads.isEmpty == true { return nil }
    guard var record = old ?? (isLinked ? LibraryRecord(linked: workId) : nil) else { return nil }
    let known = record.listened.compactMap { read in listened.first { $0.id == read.id } }
    record.listened = known + listened.filter { read in !known.contains { $0.id == read.id } }
    record.settleStatus(in: calendar)
    return record
  }

  private init(linked workId: String) {
    var entry = LibraryEntry(workId: workId, status: .wantToRead)
    entry.isFromLink = true
    self.init(entry: entry)
  }

  /// Gives an entry that is not wanted the status of its latest read. An entry without reads is wanted.
  mutating func settleStatus(in calendar: LocalCalendar) {
    guard entry.status != .wantToRead else { return }
    entry.status = latest(in: calendar)?.status.ofEntry ?? .wantToRead
  }
}

extension [Read] {
  fileprivate mutating func apply(_ change: ReadChange) {
    let place = firstIndex { $0.id == (change.new ?? change.old)?.id }
    switch (place, change.new) {
    case (let place?, let new?): self[place] = new
    case (let place?, nil): remove(at: place)
    case (nil, let new?): append(new)
    case (nil, nil): break
    }
  }
}
