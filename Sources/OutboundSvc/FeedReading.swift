import API
import Import

/// Reads a feed and keeps only the titles of the wanted episodes.
enum FeedReading {
  static func request(_ call: OutboundAPI.ReadFeed) -> FetchRequest? {
    var headers = [
      OutboundAPI.Fetch.Header("Accept", "application/rss+xml, application/atom+xml, application/xml;q=0.9, */*;q=0.5")
    ]
    if let tag = call.entityTag { headers.append(OutboundAPI.Fetch.Header("If-None-Match", tag)) }
    let limits = OutboundAPI.Fetch.Limits(
      milliseconds: OutboundLimits.feedMilliseconds, bytes: OutboundLimits.feedBytes)
    return FetchRequest(
      OutboundAPI.Fetch(
        .get, call.url, headers: headers, limits: limits,
        redirects: OutboundAPI.Fetch.Redirects(atMost: OutboundLimits.redirects.upperBound)),
      bytes: 0...OutboundLimits.feedBytes)
  }

  /// An unreadable feed has no titles. Titles before an error count.
  static func reply(
    to call: OutboundAPI.ReadFeed, _ response: OutboundAPI.Fetch.Reply
  ) -> OutboundAPI.ReadFeed.Reply {
    var reply = OutboundAPI.ReadFeed.Reply(
      failure: response.failure, status: response.status, entityTag: response.entityTag)
    guard response.failure == nil, response.status == 200 else { return reply }
    var wanted = Set(call.wanted)
    var episodes: [OutboundAPI.ReadFeed.Episode] = []
    do {
      var reader = try FeedReader { item in
        for name in item.names where wanted.remove(name) != nil {
          episodes.append(
            OutboundAPI.ReadFeed.Episode(name: name, title: String(item.title.prefix(OutboundLimits.titleCharacters))))
        }
      }
      for start in stride(from: 0, to: response.body.count, by: OutboundLimits.feedPieceBytes) {
        try reader.read(response.body[start..<min(start + OutboundLimits.feedPieceBytes, response.body.count)])
      }
      try reader.finish()
      reply.title = reader.title.map { String($0.prefix(OutboundLimits.titleCharacters)) }
    } catch {
      reply.failure = .malformed
    }
    reply.episodes = episodes
    return reply
  }
}
