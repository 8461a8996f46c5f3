/// A work was created, or replaced the work `old`.
public struct WorkSaved: Codable, Hashable, Sendable {
  public var work: Work
  public var old: Work?
  public init(work: Work, old: Work? = nil) {
    self.work = work
    self.old = old
  }
}

/// Also removes the work's library entry, diversity values, prompts and timer. A fold does this without further events.
/// The sessions and points remain.
public struct WorkRemoved: Codable, Hashable, Sendable {
  public var work: Work
  public var entry: LibraryEntry?
  public init(work: Work, entry: LibraryEntry? = nil) {
    self.work = work
    self.entry = entry
  }
}

/// A library entry was created, or replaced the entry `old`.
public struct EntrySaved: Codable, Hashable, Sendable {
  public var entry: LibraryEntry
  public var old: LibraryEntry?
  public init(entry: LibraryEntry, old: LibraryEntry? = nil) {
    self.entry = entry
    self.old = old
  }
}

/// Also removes the work's open prompts and its timer, without further events.
public struct EntryRemoved: Codable, Hashable, Sendable {
  public var entry: LibraryEntry
  public init(entry: LibraryEntry) { self.entry = entry }
}
