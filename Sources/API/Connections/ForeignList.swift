public import Chronology
public import Domain

/// The list of sessions of a user at another server.
public struct ForeignList: Sendable {
  /// The ids of stories that are created for items of Audiobookshelf.
  public static let storyPrefix = "abs:"
  public static let itemsPerPage = 100
  public static let noList = "the server has no list of listening sessions at this address"

  private let base: String
  private let url: String
  private let secret: String

  public init(kind: ConnectionKind, url: String, secret: String) {
    base = url.hasSuffix("/") ? String(url.dropLast()) : url
    switch kind {
    case .audiobookshelf: self.url = "\(base)/api/me/listening-sessions"
    }
    self.secret = secret
  }

  public func request(page: Int, itemsPerPage: Int = itemsPerPage) -> OutboundAPI.Fetch {
    OutboundAPI.Fetch(
      .get, "\(url)?itemsPerPage=\(itemsPerPage)&page=\(page)",
      headers: [.init("Authorization", "Bearer \(secret)"), .init("Accept", "application/json")],
      redirects: .init(atMost: 3))
  }

  /// The cover of the item for which a story was created, or nil if the story has another origin. An episode has the
  /// cover of its podcast.
  public func cover(ofStory storyId: String) -> OutboundAPI.Fetch? {
    guard storyId.hasPrefix(Self.storyPrefix) else { return nil }
    let item = storyId.dropFirst(Self.storyPrefix.count).prefix { $0 != ":" }
    guard !item.isEmpty, item != ".", item != ".." else { return nil }
    return OutboundAPI.Fetch(
      .get, "\(base)/api/items/\(item)/cover",
      headers: [.init("Authorization", "Bearer \(secret)"), .init("Accept", "image/jpeg, image/png, image/webp")],
      limits: .init(bytes: CoverRules.mostBytes), redirects: .init(atMost: 3))
  }

  /// Returns how a run ends with this reply, or nil if the body has to be read.
  public func outcome(of reply: OutboundAPI.Fetch.Reply, now: Instant) -> ConnectionOutcome? {
    switch reply.failure {
    case nil: break
    case .invalid: return .wrongAddress(reason: "the address is not valid")
    case .notAllowed:
      return .wrongAddress(reason: "this server may not call the address, or is redirected to another one")
    case .unknownHost: return .unavailable(reason: "the host is not known", retryAfter: nil)
    case .unreachable: return .unavailable(reason: "the host cannot be reached", retryAfter: nil)
    case .certificate:
      return .unavailable(
        reason: "the connection cannot be encrypted, or the certificate is not valid", retryAfter: nil)
    case .tooSlow: return .unavailable(reason: "the server took too long", retryAfter: nil)
    case .tooLarge: return .success(readsAll: false, problem: "a page of the list is too large")
    case .malformed: return .unavailable(reason: "the response is not HTTP", retryAfter: nil)
    case .overloaded: return .unavailable(reason: "this server makes too many calls at once", retryAfter: nil)
    case .noLibrary: return .unavailable(reason: "libcurl is not installed on this server", retryAfter: nil)
    }
    switch reply.status {
    case 200: return nil
    case 401, 403: return .refused(status: reply.status)
    case 408, 429, 500...599:
      return .unavailable(
        reason: "the server responded with status \(reply.status)",
        retryAfter: reply.retryAfter.flatMap { RetryAfter.seconds($0, now: now) })
    default: return .wrongAddress(reason: "the server responded with status \(reply.status)")
    }
  }
}
