import API
import Domain
import Proto
import Storage

extension SessionHandlers {
  func listStories(_ call: SessionAPI.ListStories, _ caller: CallerContext) async throws(Fault)
    -> Encoded<Page<SessionAPI.StoryReply>>
  {
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    let after = try paging.afterId()
    if let heroId = call.heroId { try check(id: heroId, "heroId") }
    if let workId = call.workId { try check(id: workId, "workId") }
    let words = SearchWords(call.q ?? "")
    if call.heroId != nil || call.workId != nil || call.favorite != nil || words.count > 0 {
      return try await read(caller, cost: SessionLimits.searchCost) { user, rows in
        var filter = PageFilter<Story>(paging, weight: words.count, key: \.id, bytes: \.textBytes)
        try CatalogueStore.eachStory(user, heroId: call.heroId, after: after, rows) { story in
          filter.accept(story) { story in
            (call.favorite ?? story.isFavorite) == story.isFavorite && (call.workId ?? story.workId) == story.workId
              && words.match([story.title])
          }
        }
        return try filter.wholePage { try SessionAPI.StoryReply.all($0, of: user, rows) }
      }
    }
    return try await read(caller, cost: paging.cost) { user, rows in
      let found = try CatalogueStore.stories(user, after: after, limit: paging.limit + 1, rows)
      return try paging.wholePage(found, key: \.id, bytes: \.textBytes) {
        try SessionAPI.StoryReply.all($0, of: user, rows)
      }
    }
  }

  func fetchStory(_ call: SessionAPI.FetchStory, _ caller: CallerContext) async throws(Fault) -> SessionAPI.StoryReply {
    try check(id: call.id)
    return try await read(caller) { user, rows in
      guard let story = try CatalogueStore.story(user, call.id, rows) else { throw Fault.noStory }
      return SessionAPI.StoryReply(story, hasCover: try CoverStore.exists(user, .story, story.id, rows))
    }
  }

  func saveStory(
    _ call: SessionAPI.SaveStory, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.StoryReply> {
    try await command(caller) { [zones] transaction in
      let old = try CatalogueStore.story(transaction.user, call.id, transaction.rows)
      let heroIsKnown =
        try call.heroId.map { try CatalogueStore.hero(transaction.user, $0, transaction.rows) != nil } ?? true
      let sent = Story(
        id: call.id, title: call.title, heroId: call.heroId, estimatedDuration: call.estimatedDuration,
        createdAt: transaction.now)
      let workIsKnown =
        try call.workId.value.map { try WorkStore.title(transaction.user, $0, transaction.rows) != nil } ?? true
      let story = try CatalogueRules.story(
        sent, createdAt: call.createdAt, isFavorite: call.isFavorite, book: StoryBookEdit(call), replacing: old,
        heroIsKnown: heroIsKnown, workIsKnown: workIsKnown, now: transaction.now)
      try transaction.save(story, replacing: old, zones)
      let hasCover = try CoverStore.exists(transaction.user, .story, story.id, transaction.rows)
      return Written(created: old == nil, value: SessionAPI.StoryReply(story, hasCover: hasCover))
    }
  }

  func deleteStory(_ call: SessionAPI.DeleteStory, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try check(id: call.id)
    return try await command(caller) { [zones] transaction in
      guard let story = try CatalogueStore.story(transaction.user, call.id, transaction.rows) else {
        throw Fault.noStory
      }
      try CatalogueStore.deleteStory(transaction.user, call.id, transaction.storage)
      try CoverStore.delete(transaction.user, .story, call.id, transaction.storage)
      try transaction.append(.catalogue(.storyRemoved(StoryRemoved(story: story))))
      try transaction.followListening(to: story, zones)
      return Nothing()
    }
  }

  func favoriteStory(_ call: SessionAPI.FavoriteStory, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try check(id: call.id)
    return try await command(caller) { transaction in
      guard var story = try CatalogueStore.story(transaction.user, call.id, transaction.rows) else {
        throw Fault.noStory
      }
      guard !story.isFavorite else { return Nothing() }
      story.isFavorite = true
      try CatalogueStore.save(story, of: transaction.user, transaction.storage)
      try transaction.append(.catalogue(.storyFavorited(StoryFavorited(storyId: story.id))))
      return Nothing()
    }
  }

  /// Succeeds whether or not the story was a favourite.
  func unfavoriteStory(_ call: SessionAPI.UnfavoriteStory, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try check(id: call.id)
    return try await command(caller) { transaction in
      guard var story = try CatalogueStore.story(transaction.user, call.id, transaction.rows) else {
        throw Fault.noStory
      }
      guard story.isFavorite else { return Nothing() }
      story.isFavorite = false
      try CatalogueStore.save(story, of: transaction.user, transaction.storage)
      try transaction.append(.catalogue(.storyUnfavorited(StoryUnfavorited(storyId: story.id))))
      return Nothing()
    }
  }
}

extension SessionAPI.StoryReply {
  /// Returns the replies for a page of stories, sorted by id.
  fileprivate static func all(_ stories: ArraySlice<Story>, of user: String, _ rows: Rows) throws -> [Self] {
    let covered = try CoverStore.ids(user, .story, among: stories.map(\.id), rows)
    return stories.map { Self($0, hasCover: covered.contains($0.id)) }
  }
}

extension StoryBookEdit {
  init(_ call: SessionAPI.SaveStory) {
    self.init(workId: call.workId, authors: call.authors, isbn: call.isbn, asin: call.asin)
  }
}

extension Story {
  /// The approximate encoded size.
  var textBytes: Int { (authors ?? []).reduce(256 + title.utf8.count) { $0 + $1.utf8.count + 3 } }
}
