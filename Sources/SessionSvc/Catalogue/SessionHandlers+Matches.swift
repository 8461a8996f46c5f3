import API
import Domain
import Proto
import Storage

extension SessionHandlers {
  func listMatches(
    _ call: SessionAPI.ListMatches, _ caller: CallerContext
  ) async throws(Fault) -> Encoded<Page<SessionAPI.Match>> {
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    let after = try paging.afterId()
    return try await read(caller, cost: SessionLimits.searchCost) { user, rows in
      var stories: [Story] = []
      try CatalogueStore.eachStory(user, heroId: nil, after: after, rows) { story in
        if story.workId == nil, story.isMatchDismissed == nil { stories.append(story) }
        return stories.count < SessionLimits.storiesPerMatching
      }
      guard !stories.isEmpty else { return try Encoded(Page(items: [], nextCursor: nil)) }
      var matches = StoryMatches(for: stories)
      try WorkStore.each(user, after: "", rows) { work in
        matches.insert(work)
        return true
      }
      let found = stories.compactMap { story in matches.match(for: story).map { (story: story, match: $0) } }
      let (shown, next) = paging.cut(found, key: \.story.id, bytes: \.story.textBytes)
      let isPartial = stories.count == SessionLimits.storiesPerMatching
      let items = try shown.map { story, match in
        SessionAPI.Match(story, match.reason, try match.workId.flatMap { try WorkStore.work(user, $0, rows) })
      }
      return try Encoded(
        Page(items: items, nextCursor: next ?? (isPartial ? stories.last.map { Paging.cursor($0.id) } : nil)))
    }
  }

  func acceptMatch(
    _ call: SessionAPI.AcceptMatch, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.StoryReply> {
    try check(id: call.storyId, "storyId")
    if (call.workId == nil) == (call.create != true) {
      throw Fault(Rejection("workId", "must be given, or create must be true, but not both"))
    }
    if let workId = call.workId { try check(id: workId, "workId") }
    return try await keyed(caller, SessionAPI.AcceptMatch.name) { [zones] transaction in
      guard let old = try CatalogueStore.story(transaction.user, call.storyId, transaction.rows) else {
        throw Fault.noStory
      }
      var story = old
      if let workId = call.workId {
        guard try WorkStore.title(transaction.user, workId, transaction.rows) != nil else {
          throw Rejection("workId", "is not the id of a work")
        }
        story.workId = workId
      } else if story.workId == nil {
        story.workId = try transaction.makeWork(from: story).id
      }
      try transaction.save(story, replacing: old, zones)
      let hasCover = try CoverStore.exists(transaction.user, .story, story.id, transaction.rows)
      return Written(created: false, value: SessionAPI.StoryReply(story, hasCover: hasCover))
    }
  }

  func dismissMatch(_ call: SessionAPI.DismissMatch, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try check(id: call.storyId, "storyId")
    return try await command(caller) { [zones] transaction in
      guard let old = try CatalogueStore.story(transaction.user, call.storyId, transaction.rows) else {
        throw Fault.noStory
      }
      var story = old
      story.isMatchDismissed = true
      try transaction.save(story, replacing: old, zones)
      return Nothing()
    }
  }
}

extension UserTransaction {
  /// Makes a work from what a story says about its book. It has the id of the story, unless another work has it.
  fileprivate func makeWork(from story: Story) throws -> Work {
    var id = story.id
    var number = 1
    while try WorkStore.title(user, id, rows) != nil {
      number += 1
      let ending = "-\(number)"
      id = story.id.prefix(TextRules.longestId - ending.utf8.count) + ending
    }
    let work = Work(id: id, from: story)
    try LibraryRules.check(work)
    try WorkStore.save(work, of: user, storage)
    try append(.reading(.workSaved(WorkSaved(work: work))))
    return work
  }
}
