public import API
import Chronology
import JSON

/// The texts of responses.
public enum ListenBrainzDocuments {
  public static let accepted = (["status": "ok"] as JSONValue).bytes

  public static func error(_ status: Int, _ message: String) -> [UInt8] {
    let body: JSONValue = ["code": .integer(status), "error": .text(message)]
    return body.bytes
  }

  /// `user` is nil if the token is not valid.
  public static func token(of user: String?) -> [UInt8] {
    var members: [(String, JSONValue)] = [
      ("code", 200), ("message", user == nil ? "Token invalid." : "Token valid."), ("valid", .bool(user != nil)),
    ]
    if let user { members.append(("user_name", .text(user))) }
    return JSONValue.object(members).bytes
  }

  public static func count(_ count: Int) -> [UInt8] {
    let body: JSONValue = ["payload": ["count": .integer(count)]]
    return body.bytes
  }

  /// Nothing that plays is stored.
  public static func playingNow(of user: String) -> [UInt8] {
    let body: JSONValue = [
      "payload": ["count": 0, "user_id": .text(user), "playing_now": true, "listens": []]
    ]
    return body.bytes
  }

  public static func listens(_ list: SessionAPI.ListListens.Reply, of user: String) -> [UInt8] {
    let body: JSONValue = [
      "payload": [
        "count": .integer(list.listens.count), "user_id": .text(user), "latest_listen_ts": .integer(Int(list.latest)),
        "oldest_listen_ts": .integer(Int(list.oldest)), "listens": .list(list.listens.map(item)),
      ]
    ]
    return body.bytes
  }

  private static func item(_ listen: Listen) -> JSONValue {
    var metadata: [(String, JSONValue)] = [("artist_name", .text(listen.artist)), ("track_name", .text(listen.track))]
    if let release = listen.release { metadata.append(("release_name", .text(release))) }
    if let information = listen.information { metadata.append(("additional_info", .raw(information))) }
    return ["listened_at": .integer(Int(listen.listenedAt.seconds)), "track_metadata": .object(metadata)]
  }
}
