public import Languages

/// A way in which data arrives from other clients or leaves for other servers, in the order of `GET /connectors`.
public enum ConnectorName: String, Codable, CaseIterable, Sendable {
  case dav, kosync, koinsight, gpodder, listenbrainz
  /// Connections to other servers.
  case pull
  /// A folder of files.
  case inbox
  case webhooks

  /// Whether clients call it at its own base path.
  public var hasBase: Bool {
    switch self {
    case .dav, .kosync, .koinsight, .gpodder, .listenbrainz: true
    case .pull, .inbox, .webhooks: false
    }
  }

  /// English without a language.
  public func title(in language: Language?) -> String {
    let language = language ?? .english
    return switch self {
    case .dav: language.text("Files (WebDAV)")
    case .kosync: language.text("KOReader progress")
    case .koinsight: language.text("KoInsight plugin")
    case .gpodder: language.text("Podcasts (gpodder)")
    case .listenbrainz: "ListenBrainz"
    case .pull: language.text("Connections")
    case .inbox: language.text("Inbox folder")
    case .webhooks: language.text("Webhooks")
    }
  }

  /// The address to enter into a client of the server at `origin`, or nil if there is none.
  public func address(at origin: String) -> String? {
    guard hasBase else { return nil }
    return origin + "/" + rawValue + (self == .koinsight ? "/{token}" : "")
  }

  /// The name to enter for a user. Some clients reject other characters than these.
  public static func enteredName(of user: String) -> String {
    let isPlain = user.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
        || byte == 0x2E || byte == 0x5F || byte == 0x2D
    }
    return isPlain ? user : "me"
  }
}
