public import Chronology

/// A work was created, or replaced the work `old`.
public struct WorkSaved: Codable, Hashable, Sendable {
  public var work: Work
  public var old: Work?
  public init(work: Work, old: Work? = nil) {
    self.work = work
    self.old = old
  }
}

/// Also removes the work's library entry, reads, diversity values, prompts and timer. A fold does this without further
/// events. The sessions and points remain.
public struct WorkRemoved: Codable, Hashable, Sendable {
  public var work: Work
  public var entry: LibraryEntry?
  public var reads: [Read]?

  public init(work: Work, entry: LibraryEntry? = nil, reads: [Read]? = nil) {
    self.work = work
    self.entry = entry
    self.reads = reads
  }
}

/// A library entry was created, or replaced the entry `old`, together with changes of the work's reads.
public struct EntrySaved: Codable, Hashable, Sendable {
  public var entry: LibraryEntry
  public var old: LibraryEntry?
  /// Nil if an earlier version wrote the event, whose entries had no reads. `changes` derives them.
  public var reads: [ReadChange]?
  /// When it was written.
  public var at: Instant?

  public init(entry: LibraryEntry, old: LibraryEntry? = nil, reads: [ReadChange]? = nil, at: Instant? = nil) {
    self.entry = entry
    self.old = old
    self.reads = reads
    self.at = at
  }
}

/// Also removes the work's reads, its open prompts and its timer, without further events.
public struct EntryRemoved: Codable, Hashable, Sendable {
  public var entry: LibraryEntry
  public var reads: [Read]?

  public init(entry: LibraryEntry, reads: [Read]? = nil) {
    self.entry = entry
    self.reads = reads
  }
}
