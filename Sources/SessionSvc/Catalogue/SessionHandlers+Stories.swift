import API
import Domain
import Proto

extension SessionHandlers {
  func listStories(_ call: SessionAPI.ListStories, _ caller: Caller) async throws(Fault) -> Encoded<Page<Story>> {
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    let after = try paging.afterId()
    if let heroId = call.heroId { try check(id: heroId, "heroId") }
    let words = SearchWords(call.q ?? "")
    if call.heroId != nil || call.favorite != nil || words.count > 0 {
      return try await read(caller, cost: SessionLimits.searchCost) { user, rows in
        var sieve = Sieve<Story>(paging, weight: words.count, key: \.id, bytes: { 128 + $0.title.utf8.count })
        try CatalogueStore.eachStory(user, heroId: call.heroId, after: after, rows) { story in
          sieve.accept(story) { (call.favorite ?? $0.isFavorite) == $0.isFavorite && words.match([$0.title]) }
        }
        return try sieve.page { $0 }
      }
    }
    return try await read(caller, cost: paging.cost) { user, rows in
      let found = try CatalogueStore.stories(user, after: after, limit: paging.limit + 1, rows)
      return try paging.page(found, key: \.id) { $0 }
    }
  }

  func fetchStory(_ call: SessionAPI.FetchStory, _ caller: Caller) async throws(Fault) -> Story {
    try check(id: call.id)
    let story = try await read(caller) { user, rows in try CatalogueStore.story(user, call.id, rows) }
    guard let story else { throw .noStory }
    return story
  }

  func saveStory(_ call: SessionAPI.SaveStory, _ caller: Caller) async throws(Fault) -> Written<Story> {
    try await command(caller) { ledger in
      let old = try CatalogueStore.story(ledger.user, call.id, ledger.rows)
      let heroIsKnown = try call.heroId.map { try CatalogueStore.hero(ledger.user, $0, ledger.rows) != nil } ?? true
      let sent = Story(
        id: call.id, title: call.title, heroId: call.heroId, estimatedDuration: call.estimatedDuration,
        createdAt: ledger.now)
      let story = try CatalogueRules.story(
        sent, createdAt: call.createdAt, isFavorite: call.isFavorite, replacing: old, heroIsKnown: heroIsKnown,
        now: ledger.now)
      if story != old {
        try CatalogueStore.save(story, of: ledger.user, ledger.transaction)
        try ledger.append(.catalogue(.storySaved(StorySaved(story: story, old: old))))
      }
      return Written(created: old == nil, value: story)
    }
  }

  func deleteStory(_ call: SessionAPI.DeleteStory, _ caller: Caller) async throws(Fault) -> Nothing {
    try check(id: call.id)
    return try await command(caller) { ledger in
      guard let story = try CatalogueStore.story(ledger.user, call.id, ledger.rows) else { throw Fault.noStory }
      try CatalogueStore.deleteStory(ledger.user, call.id, ledger.transaction)
      try ledger.append(.catalogue(.storyRemoved(StoryRemoved(story: story))))
      return Nothing()
    }
  }

  func favoriteStory(_ call: SessionAPI.FavoriteStory, _ caller: Caller) async throws(Fault) -> Nothing {
    try check(id: call.id)
    return try await command(caller) { ledger in
      guard var story = try CatalogueStore.story(ledger.user, call.id, ledger.rows) else { throw Fault.noStory }
      guard !story.isFavorite else { return Nothing() }
      story.isFavorite = true
      try CatalogueStore.save(story, of: ledger.user, ledger.transaction)
      try ledger.append(.catalogue(.storyFavorited(StoryFavorited(storyId: story.id))))
      return Nothing()
    }
  }

  /// Whether it was a favourite or not: afterwards it is none, and that is all that is asked.
  func unfavoriteStory(_ call: SessionAPI.UnfavoriteStory, _ caller: Caller) async throws(Fault) -> Nothing {
    try check(id: call.id)
    return try await command(caller) { ledger in
      guard var story = try CatalogueStore.story(ledger.user, call.id, ledger.rows) else { throw Fault.noStory }
      guard story.isFavorite else { return Nothing() }
      story.isFavorite = false
      try CatalogueStore.save(story, of: ledger.user, ledger.transaction)
      try ledger.append(.catalogue(.storyUnfavorited(StoryUnfavorited(storyId: story.id))))
      return Nothing()
    }
  }
}
