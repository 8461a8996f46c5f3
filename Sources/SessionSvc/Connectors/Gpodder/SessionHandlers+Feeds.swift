import API
import Chronology
import Connectors
import Domain
import Proto
import Storage

extension SessionHandlers {
  typealias FeedCall = @Sendable (OutboundAPI.ReadFeed) async -> OutboundAPI.ReadFeed.Reply

  /// Reads the feeds that are due, one after the other, and names the episodes. Returns whether there may be
  /// more. A feed is read at most once a day, also if that fails.
  func nameEpisodes(_ read: FeedCall) async throws -> Bool {
    let now = now()
    let due = try await database.read { try FeedStore.due(at: now, limit: SessionLimits.feedsPerRound, $0) }
    for feed in due {
      let isClaimed = try await database.write(user: feed.user) {
        try FeedStore.claim(feed, at: now, next: now + SessionLimits.feedSeconds, $0)
      }
      guard isClaimed else { continue }
      try await name(feed, read)
    }
    return due.count == SessionLimits.feedsPerRound
  }

  private func name(_ feed: PodcastFeed, _ read: FeedCall) async throws {
    let episodes = try await database.read(user: feed.user) { try Self.unnamed(feed, $0) }
    guard !episodes.isEmpty else {
      return try await database.write(user: feed.user) {
        try FeedStore.finish(feed, entityTag: feed.entityTag, dueAt: nil, $0)
      }
    }
    // The known version was not searched for a new episode.
    let hasNew = episodes.contains { $0.misses == 0 }
    let reply = await read(
      OutboundAPI.ReadFeed(
        url: feed.url, entityTag: hasNew ? nil : feed.entityTag,
        wanted: episodes.flatMap { [$0.guid, $0.episode].compactMap(\.self) }))
    // The account may have been deleted meanwhile. Other failures are logged, and the feed is due again a day later.
    try? await command(CallerContext(user: feed.user), cost: episodes.count) { [zones] transaction in
      try transaction.name(episodes, in: feed, reply, zones)
    }
  }

  /// The names of the episodes fit into one call.
  private static func unnamed(_ feed: PodcastFeed, _ rows: Rows) throws -> [UnnamedEpisode] {
    var bytes = 0
    let episodes = try FeedStore.unnamed(
      feed.user, in: feed.url, misses: SessionLimits.feedMisses, limit: SessionLimits.episodesPerFeed, rows)
    return Array(
      episodes.prefix { episode in
        bytes += episode.episode.utf8.count + (episode.guid?.utf8.count ?? 0)
        return bytes <= SessionLimits.feedNameBytes
      })
  }
}

extension UserTransaction {
  fileprivate func name(
    _ episodes: [UnnamedEpisode], in feed: PodcastFeed, _ reply: OutboundAPI.ReadFeed.Reply, _ zones: any ZoneSource
  ) throws {
    let titles = Dictionary(reply.episodes.map { ($0.name, $0.title) }) { first, _ in first }
    var isIncomplete = false
    for episode in episodes {
      guard var made = try ConnectorStoryStore.story(user, episode.storyId, rows), made.misses >= 0 else { continue }
      let story = try CatalogueStore.story(user, episode.storyId, rows)
      let found = episode.guid.flatMap { titles[$0] } ?? titles[episode.episode]
      let title = found.map(PodcastStory.title(given:)).flatMap { $0.isEmpty ? nil : $0 }
      if var named = story, named.title == made.title {
        if let title {
          named.title = title
          try save(named, replacing: story, zones)
          (made.title, made.misses) = (title, ConnectorStory.isNamed)
        } else {
          made.misses += 1
          isIncomplete = isIncomplete || made.misses < SessionLimits.feedMisses
        }
      } else {
        // A person has named or deleted it.
        made.misses = ConnectorStory.isNamed
      }
      try ConnectorStoryStore.save(made, of: user, storage)
    }
    if let title = reply.title.map(PodcastStory.title(given:)), !title.isEmpty {
      try SubscriptionStore.setTitle(title, of: feed.url, user, storage)
    }
    try FeedStore.finish(
      feed, entityTag: reply.status == 200 ? reply.entityTag : feed.entityTag,
      dueAt: isIncomplete ? now + SessionLimits.feedSeconds : nil, storage)
  }
}
