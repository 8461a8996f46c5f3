import API
import Chronology
import Domain
import JSON
import Storage

/// The data of the connectors gpodder and ListenBrainz.
extension AccountSection {
  static func podcasts(_ user: String, _ rows: Rows) -> [Kind] {
    [subscriptions(user, rows), devices(user, rows), actions(user, rows), listens(user, rows)]
  }

  private struct SubscriptionItem: Encodable {
    var kind = "subscription"
    var url: String
    var title: String?
    var isActive: Bool
  }

  private static func subscriptions(_ user: String, _ rows: Rows) -> Kind {
    Kind(name: "subscription") { place, body in
      // By bytes, because texts that look the same are equal in Swift, and the page would end between them.
      let all = try SubscriptionStore.changes(user, after: .min, rows).sorted { precedes($0.url, $1.url) }
      for subscription in all where precedes(place, subscription.url) {
        let item = SubscriptionItem(
          url: subscription.url, title: subscription.title, isActive: subscription.isActive)
        guard try body(subscription.url, try ItemJSON.text(item)) else { return false }
      }
      return true
    }
  }

  private struct DeviceItem: Encodable {
    var kind = "podcastDevice"
    var id: String
    var caption: String
    var type: String
  }

  private static func devices(_ user: String, _ rows: Rows) -> Kind {
    Kind(name: "podcastDevice") { place, body in
      let all = try PodcastDeviceStore.devices(user, rows).sorted { precedes($0.id, $1.id) }
      for device in all where precedes(place, device.id) {
        let item = DeviceItem(id: device.id, caption: device.caption, type: device.type)
        guard try body(device.id, try ItemJSON.text(item)) else { return false }
      }
      return true
    }
  }

  private struct ActionItem: Encodable {
    var kind = "episodeAction"
    var podcast: String
    var episode: String
    var guid: String?
    var device: String?
    var action: String
    var timestamp: String?
    var started: Int64?
    var position: Int64?
    var total: Int64?
  }

  private static func actions(_ user: String, _ rows: Rows) -> Kind {
    Kind(name: "episodeAction") { place, body in
      let parts = place.split(separator: " ").compactMap { Int64($0) }
      let (stamp, number) = parts.count == 2 ? (parts[0], Int(parts[1])) : (.min, 0)
      var goesOn = true
      try EpisodeActionStore.each(
        user, after: stamp, number, through: .max, podcast: "", device: "", isAggregated: false, rows
      ) { stamp, number, action in
        let item = ActionItem(
          podcast: action.podcast, episode: action.episode, guid: action.guid, device: action.device,
          action: action.kind.rawValue, timestamp: action.timestamp, started: action.started,
          position: action.position, total: action.total)
        goesOn = try body("\(stamp) \(number)", try ItemJSON.text(item))
        return goesOn
      }
      return goesOn
    }
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  /// The information is JSON text that the client sent.
  private static func listens(_ user: String, _ rows: Rows) -> Kind {
    Kind(name: "listen") { place, body in
      let parts = place.split(separator: " ").map(String.init)
      let from = parts.count == 2 ? Int64(parts[0]).map { ($0, parts[1]) } : nil
      var goesOn = true
      try ListenStore.each(user, after: from?.0 ?? .min, from?.1 ?? "", rows) { storyId, listen in
        var members: [(String, JSONValue)] = [
          ("kind", "listen"), ("storyId", .text(storyId)), ("listenedAt", .text("\(listen.listenedAt)")),
          ("artist", .text(listen.artist)), ("track", .text(listen.track)),
        ]
        if let release = listen.release { members.append(("release", .text(release))) }
        if let seconds = listen.seconds { members.append(("duration", .number(seconds))) }
        if let information = listen.information { members.append(("additionalInfo", .raw(information))) }
        goesOn = try body("\(listen.listenedAt.seconds) \(storyId)", JSONValue.object(members).json)
        return goesOn
      }
      return goesOn
    }
  }
}
