public import Chronology

/// A work's library entry and its reads.
public struct LibraryRecord: Hashable, Sendable {
  /// The values that are stored. `summary` describes the latest read.
  public var entry: LibraryEntry
  /// In the order in which they were created.
  public var reads: [Read]

  public init(entry: LibraryEntry, reads: [Read] = []) {
    self.entry = entry
    self.reads = reads
  }

  /// The entry as its owner sees it: the status, rating and dates are those of the latest read.
  public func summary(in calendar: LocalCalendar) -> LibraryEntry {
    guard let latest = reads.latest(in: calendar) else { return entry }
    var summary = entry
    if entry.status != .wantToRead { summary.status = latest.status.ofEntry }
    summary.rating = latest.rating
    summary.start = latest.start
    summary.finish = latest.finish
    return summary
  }

  /// The number of finished reads.
  public var readCount: Int { reads.count { $0.status == .finished } }
  public var open: Read? { reads.first(where: \.isOpen) }

  /// Returns the record after an event of the work's entry.
  public static func after(_ event: EntrySaved, of record: LibraryRecord?) -> LibraryRecord {
    let reads = record?.reads ?? []
    var changed = LibraryRecord(entry: event.entry, reads: reads)
    for change in event.changes(after: reads.last, reads.lazy.map(\.id)) { changed.reads.apply(change) }
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
    let before = old?.reads ?? []
    let removed = before.filter { read in !reads.contains { $0.id == read.id } }
    var changes = removed.map { ReadChange(old: $0) }
    for read in reads {
      let known = before.first { $0.id == read.id }
      if read != known { changes.append(ReadChange(old: known, new: read)) }
    }
    return EntrySaved(entry: entry, old: old?.entry, reads: changes, at: now)
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
