import API
import Chronology
import Connectors
import Crypto
import Domain
import Proto
import Storage

/// Checks the rows of the connectors gpodder and ListenBrainz.
enum PodcastAudit {
  static func findings(_ rows: Rows) throws -> [String] {
    try uploads(rows) + episodes(rows) + playings(rows) + cookies(rows) + listens(rows)
  }

  private static func uploads(_ rows: Rows) throws -> [String] {
    var findings: [String] = []
    try EpisodeActionStore.eachUpload(rows) { user, state in
      let isWhole = TextRules.isUserId(user) && isTime(state.stamp) && state.actions >= 0
      if !isWhole { findings.append("the last podcast upload of \(user) has invalid values") }
    }
    try PodcastDeviceStore.each(rows) { user, device in
      let isWhole = TextRules.isUserId(user) && !device.id.isEmpty && DeviceUpload.types.contains(device.type)
      if !isWhole { findings.append("a podcast device of \(user) has invalid values; synchronise the device again") }
    }
    try SubscriptionStore.each(rows) { user, hash, subscription in
      let isWhole =
        TextRules.isUserId(user) && hash == SHA256.hash(subscription.url) && isTime(subscription.stamp)
      if !isWhole { findings.append("a podcast subscription of \(user) is damaged; subscribe again") }
    }
    try FeedStore.each(rows) { hash, checkedAt, feed in
      let isWhole =
        TextRules.isUserId(feed.user) && hash == SHA256.hash(feed.url) && isTime(checkedAt)
        && feed.dueAt.map { isTime($0.seconds) } ?? true
      if !isWhole { findings.append("a podcast feed of \(feed.user) is damaged; its episodes keep their names") }
    }
    return findings
  }

  private static func episodes(_ rows: Rows) throws -> [String] {
    var findings: [String] = []
    try EpisodeActionStore.eachEpisode(rows) { user, storyId, latest in
      let isWhole =
        TextRules.isUserId(user) && PodcastStory.isId(storyId) && isTime(latest.at.seconds) && isTime(latest.stamp)
        && latest.place >= 0
      if !isWhole { findings.append("a podcast episode of \(user) has invalid values") }
    }
    try EpisodeActionStore.eachName(rows) { user, hash, storyId in
      let isWhole = TextRules.isUserId(user) && PodcastStory.isId("pod:" + hash) && PodcastStory.isId(storyId)
      if !isWhole { findings.append("a name of a podcast episode of \(user) has invalid values") }
    }
    try EpisodeActionStore.each(rows) { user, storyId, digest, action in
      let isWhole =
        TextRules.isUserId(user) && PodcastStory.isId(storyId)
        && action.map(EpisodeUploads.digest(of:)) == digest
      if !isWhole { findings.append("a podcast action of \(user) is damaged") }
    }
    return findings
  }

  private static func playings(_ rows: Rows) throws -> [String] {
    var findings: [String] = []
    try PlayingStore.each(rows) { user, storyId, _, playing in
      let times = [playing.reportedAt, playing.startedAt] + (playing.written.map { [$0.endedAt] } ?? [])
      let isWhole =
        TextRules.isUserId(user) && PodcastStory.isId(storyId) && times.allSatisfy { isTime($0.seconds) }
        && playing.started >= 0 && playing.position > playing.started
      if !isWhole { findings.append("a playing of a podcast episode of \(user) has invalid values") }
    }
    try ConnectorStoryStore.each(rows) { user, story in
      let isWhole =
        TextRules.isUserId(user) && TextRules.isObjectId(story.storyId) && story.estimate.map { $0 > 0 } ?? true
      if !isWhole { findings.append("the origin of a story of \(user) has invalid values") }
    }
    return findings
  }

  private static func cookies(_ rows: Rows) throws -> [String] {
    var findings: [String] = []
    try PodcastCookieStore.each(rows) { cookie in
      let isWhole =
        cookie.hash.count == SHA256.byteCount && cookie.token.count == SHA256.byteCount
        && TextRules.isUserId(cookie.user) && isTime(cookie.createdAt.seconds) && isTime(cookie.expiresAt.seconds)
        && cookie.createdAt <= cookie.expiresAt
      if !isWhole { findings.append("a podcast cookie of \(cookie.user) has invalid values; sign in again") }
    }
    return findings
  }

  private static func listens(_ rows: Rows) throws -> [String] {
    var findings: [String] = []
    try ListenStore.each(rows) { user, storyId, listen in
      let isWhole = TextRules.isUserId(user) && listen.storyId == storyId && isTime(listen.listenedAt.seconds)
      if !isWhole { findings.append("a listen of \(user) is damaged; submit it again") }
    }
    return findings
  }

  private static func isTime(_ seconds: Int64) -> Bool { CBORLimits.instantSeconds.contains(seconds) }
}
