/// Writes of reads and links. Every write makes all cached values of the client stale, and changes the stored values
/// that it concerns, so that they are right if the server cannot be reached afterwards.
extension ReadingRepository {
  /// Adds a read of a work and returns it. See ``WaymarkClient/addRead(_:_:)``.
  @discardableResult
  public func addRead(_ workId: String, _ report: BookReadReport) async throws(APIError) -> BookRead {
    let added = try await client.addRead(workId, report)
    await reads.revise(.reads(of: workId)) { $0.put(added) }
    return added
  }

  /// Changes the given members of a read and returns it.
  @discardableResult
  public func changeRead(
    _ id: String, of workId: String, _ changes: BookReadPatch
  ) async throws(APIError) -> BookRead {
    let changed = try await client.changeRead(id, of: workId, changes)
    await reads.revise(.reads(of: workId)) { $0.put(changed) }
    return changed
  }

  /// Deletes a read. Its sessions stay and belong to another read of the work, if there is one.
  public func deleteRead(_ id: String, of workId: String) async throws(APIError) {
    try await client.deleteRead(id, of: workId)
    await reads.revise(.reads(of: workId)) { $0.remove(id) }
  }

  /// Changes the given members of a library entry and returns it.
  @discardableResult
  public func changeEntry(of workId: String, _ changes: LibraryEntryPatch) async throws(APIError) -> LibraryEntry {
    let changed = try await client.changeLibraryEntry(workId, changes)
    await entries.revise(.entry(of: workId)) { $0 = changed }
    return changed
  }

  /// Accepts a proposal and returns the linked story. A proposed new work is created.
  @discardableResult
  public func accept(_ match: StoryMatch) async throws(APIError) -> Story {
    let story = try await client.accept(match)
    await matches.revise(.matches) { $0.remove(match.id) }
    return story
  }

  /// Dismisses a proposal: no work is proposed for its story again.
  public func dismiss(_ match: StoryMatch) async throws(APIError) {
    try await client.dismissMatch(storyId: match.storyId)
    await matches.revise(.matches) { $0.remove(match.id) }
  }
}

extension Page where Item: Identifiable {
  /// Replaces the item with the same id, or adds it at the end.
  mutating func put(_ item: Item) {
    if let place = items.firstIndex(where: { $0.id == item.id }) {
      items[place] = item
    } else {
      items.append(item)
    }
  }

  mutating func remove(_ id: Item.ID) {
    items.removeAll { $0.id == id }
  }
}
