public import API
import JSON

/// The texts of responses.
public enum GpodderDocuments {
  public static let empty = Array("{}".utf8)

  public static func uploaded(stamp: Int64) -> [UInt8] {
    let body: JSONValue = ["timestamp": .integer(Int(stamp)), "update_urls": []]
    return body.bytes
  }

  public static func changes(_ list: SessionAPI.FetchSubscriptions.Reply) -> [UInt8] {
    let body: JSONValue = [
      "add": .list(list.added.map { .text($0.url) }), "remove": .list(list.removed.map { .text($0) }),
      "timestamp": .integer(Int(list.stamp)),
    ]
    return body.bytes
  }

  /// A subscription without a known title has its URL as title.
  public static func updates(_ list: SessionAPI.FetchSubscriptions.Reply) -> [UInt8] {
    let body: JSONValue = [
      "add": .list(list.added.map { ["url": .text($0.url), "title": .text($0.title ?? $0.url)] }),
      "remove": .list(list.removed.map { .text($0) }), "updates": [], "timestamp": .integer(Int(list.stamp)),
    ]
    return body.bytes
  }

  public static func list(_ urls: [String], _ format: SubscriptionFormat) -> [UInt8] {
    switch format {
    case .json: JSONValue.list(urls.map { .text($0) }).bytes
    case .txt: Array(urls.map { $0 + "\n" }.joined().utf8)
    }
  }

  public static func devices(_ list: SessionAPI.ListPodcastDevices.Reply) -> [UInt8] {
    JSONValue.list(
      list.devices.map {
        [
          "id": .text($0.id), "caption": .text($0.caption), "type": .text($0.type),
          "subscriptions": .integer(list.subscriptions),
        ]
      }
    ).bytes
  }

  /// `address` is the base as the client sees it.
  public static func clientConfig(address: String) -> [UInt8] {
    let body: JSONValue = ["mygpo": ["baseurl": .text(address)], "update_timeout": 604_800]
    return body.bytes
  }

  public static func error(_ message: String) -> [UInt8] {
    let body: JSONValue = ["message": .text(message)]
    return body.bytes
  }

  /// Writes an action with its members as received.
  static func action(_ action: EpisodeAction) -> JSONValue {
    var members: [(String, JSONValue)] = [("podcast", .text(action.podcast)), ("episode", .text(action.episode))]
    func add(_ name: String, _ text: String?) {
      if let text { members.append((name, .text(text))) }
    }
    func add(_ name: String, _ seconds: Int64?) {
      if let seconds { members.append((name, .integer(Int(seconds)))) }
    }
    add("guid", action.guid)
    add("device", action.device)
    add("action", action.kind.rawValue)
    add("timestamp", action.timestamp)
    add("started", action.started)
    add("position", action.position)
    add("total", action.total)
    return .object(members)
  }

  /// Writes a part of the list of actions. The first part starts the document, and the last one ends it.
  public static func actions(_ part: [EpisodeAction], isFirst: Bool, lastStamp: Int64?) -> [UInt8] {
    var document = JSONWriter(isAfterValue: !isFirst)
    if isFirst {
      document.beginObject()
      document.name("actions")
      document.beginList()
    }
    for item in part { document.value(action(item)) }
    if let lastStamp {
      document.endList()
      document.member("timestamp", .integer(Int(lastStamp)))
      document.endObject()
    }
    return document.bytes
  }
}
