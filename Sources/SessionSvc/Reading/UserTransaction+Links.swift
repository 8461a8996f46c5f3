import Chronology
import Domain
import Storage

// Links between stories and works.
extension UserTransaction {
  /// Stores a story and lets the works to which it was and is linked follow.
  func save(_ story: Story, replacing old: Story?, _ zones: any ZoneSource) throws {
    guard story != old else { return }
    if let workId = story.workId, workId != old?.workId,
      try CatalogueStore.stories(user, workId: workId, rows).count >= LibraryRules.mostStories
    {
      throw Rejection(
        "workId", "has \(LibraryRules.mostStories) stories, which is the maximum; remove the link of one first")
    }
    try CatalogueStore.save(story, of: user, storage)
    try append(.catalogue(.storySaved(StorySaved(story: story, old: old))))
    guard story.workId != old?.workId else { return }
    for workId in [old?.workId, story.workId].compactMap(\.self) { try followListening(to: workId, zones) }
  }

  /// Lets the reads of a work follow its listening. Called after every change of a session or a link.
  func followListening(to workId: String, _ zones: any ZoneSource) throws {
    let listening = try WorkListening(user, workId, rows)
    let old = try LibraryStore.record(user, workId, rows)
    let listened = try listening.throughs().finished.map { try ListenNoteStore.noted(Read($0), of: user, rows) }
    let record = LibraryRecord.following(
      listened, isLinked: !listening.stories.isEmpty, workId, replacing: old, in: calendar(zones))
    if let record { try store(record, replacing: old) } else if let old { try remove(old) }
  }

  /// Lets the work of a story follow, if there is one.
  func followListening(to story: Story?, _ zones: any ZoneSource) throws {
    if let workId = story?.workId { try followListening(to: workId, zones) }
  }

  /// Removes the links of all stories of a work, which is removed itself afterwards.
  func unlinkStories(of workId: String) throws {
    for old in try CatalogueStore.stories(user, workId: workId, rows) {
      var story = old
      story.workId = nil
      try CatalogueStore.save(story, of: user, storage)
      try append(.catalogue(.storySaved(StorySaved(story: story, old: old))))
    }
  }

  /// Removes a library entry with its reads, the timer of the work and its open prompts.
  func remove(_ record: LibraryRecord) throws {
    try LibraryStore.delete(user, record.entry.workId, storage)
    try TimerStore.delete(user, on: record.entry.workId, storage)
    let reads = record.all.isEmpty ? nil : record.all
    try appendCounted(.reading(.entryRemoved(EntryRemoved(entry: record.entry, reads: reads))))
  }
}
