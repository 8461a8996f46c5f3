/// A work was made or replaced; `old` is what it replaces.
public struct WorkSaved: Codable, Hashable, Sendable {
  public var work: Work
  public var old: Work?
  public init(work: Work, old: Work? = nil) {
    self.work = work
    self.old = old
  }
}

/// Removes the work's entry, its diversity values, its prompts and a timer on it as well: a fold does so without
/// further events. Its sessions and the points for it stay.
public struct WorkRemoved: Codable, Hashable, Sendable {
  public var work: Work
  public var entry: LibraryEntry?
  public init(work: Work, entry: LibraryEntry? = nil) {
    self.work = work
    self.entry = entry
  }
}

/// An entry was made or replaced; `old` is what it replaces.
public struct EntrySaved: Codable, Hashable, Sendable {
  public var entry: LibraryEntry
  public var old: LibraryEntry?
  public init(entry: LibraryEntry, old: LibraryEntry? = nil) {
    self.entry = entry
    self.old = old
  }
}

/// Removes the open prompts of its work and a timer on it as well, without further events.
public struct EntryRemoved: Codable, Hashable, Sendable {
  public var entry: LibraryEntry
  public init(entry: LibraryEntry) { self.entry = entry }
}
