import API
import Domain
import Proto

extension SessionHandlers {
  func listStories(_ call: SessionAPI.ListStories, _ caller: CallerContext) async throws(Fault) -> Encoded<Page<Story>>
  {
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    let after = try paging.afterId()
    if let heroId = call.heroId { try check(id: heroId, "heroId") }
    let words = SearchWords(call.q ?? "")
    if call.heroId != nil || call.favorite != nil || words.count > 0 {
      return try await read(caller, cost: SessionLimits.searchCost) { user, rows in
        var filter = PageFilter<Story>(paging, weight: words.count, key: \.id, bytes: { 128 + $0.title.utf8.count })
        try CatalogueStore.eachStory(user, heroId: call.heroId, after: after, rows) { story in
          filter.accept(story) { (call.favorite ?? $0.isFavorite) == $0.isFavorite && words.match([$0.title]) }
        }
        return try filter.page { $0 }
      }
    }
    return try await read(caller, cost: paging.cost) { user, rows in
      let found = try CatalogueStore.stories(user, after: after, limit: paging.limit + 1, rows)
      return try paging.page(found, key: \.id) { $0 }
    }
  }

  func fetchStory(_ call: SessionAPI.FetchStory, _ caller: CallerContext) async throws(Fault) -> Story {
    try check(id: call.id)
    let story = try await read(caller) { user, rows in try CatalogueStore.story(user, call.id, rows) }
    guard let story else { throw .noStory }
    return story
  }

  func saveStory(_ call: SessionAPI.SaveStory, _ caller: CallerContext) async throws(Fault) -> Written<Story> {
    try await command(caller) { transaction in
      let old = try CatalogueStore.story(transaction.user, call.id, transaction.rows)
      let heroIsKnown =
        try call.heroId.map { try CatalogueStore.hero(transaction.user, $0, transaction.rows) != nil } ?? true
      let sent = Story(
        id: call.id, title: call.title, heroId: call.heroId, estimatedDuration: call.estimatedDuration,
        createdAt: transaction.now)
      let story = try CatalogueRules.story(
        sent, createdAt: call.createdAt, isFavorite: call.isFavorite, replacing: old, heroIsKnown: heroIsKnown,
        now: transaction.now)
      if story != old {
        try CatalogueStore.save(story, of: transaction.user, transaction.storage)
        try transaction.append(.catalogue(.storySaved(StorySaved(story: story, old: old))))
      }
      return Written(created: old == nil, value: story)
    }
  }

  func deleteStory(_ call: SessionAPI.DeleteStory, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try check(id: call.id)
    return try await command(caller) { transaction in
      guard let story = try CatalogueStore.story(transaction.user, call.id, transaction.rows) else {
        throw Fault.noStory
      }
      try CatalogueStore.deleteStory(transaction.user, call.id, transaction.storage)
      try transaction.append(.catalogue(.storyRemoved(StoryRemoved(story: story))))
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
