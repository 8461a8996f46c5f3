/// A call of the protocol, as its path names it.
public enum ListenBrainzRoute: Hashable, Sendable {
  case validateToken
  case submitListens
  case listens(user: String)
  case listenCount(user: String)
  case playingNow(user: String)

  /// Returns nil if no call has this path. `path` has the decoded names below the base.
  public init?(path: [String]) {
    guard path.first == "1" else { return nil }
    switch (path.count, path.dropFirst().first) {
    case (2, "validate-token"): self = .validateToken
    case (2, "submit-listens"): self = .submitListens
    case (4, "user"):
      switch path[3] {
      case "listens": self = .listens(user: path[2])
      case "listen-count": self = .listenCount(user: path[2])
      case "playing-now": self = .playingNow(user: path[2])
      default: return nil
      }
    default: return nil
    }
  }

  public var method: String { self == .submitListens ? "POST" : "GET" }

  /// The user's name in the path.
  public var user: String? {
    switch self {
    case .validateToken, .submitListens: nil
    case .listens(let user), .listenCount(let user), .playingNow(let user): user
    }
  }
}

/// The range of a list of listens. The times are exclusive.
public struct ListenRange: Hashable, Sendable {
  public var after: Int64
  public var before: Int64
  public var count: Int

  /// Throws the name of a parameter that is not a number in its range. `nil` means that a parameter is absent.
  public init(count: String?, minimum: String?, maximum: String?) throws(InvalidParameter) {
    self.count = min(
      Int(try Self.number(count, "count", atLeast: 0) ?? Int64(ListenBrainzLimits.listens)),
      ListenBrainzLimits.mostListens)
    after = try Self.number(minimum, "min_ts", atLeast: .min) ?? .min
    before = try Self.number(maximum, "max_ts", atLeast: .min) ?? .max
  }

  public struct InvalidParameter: Error, Hashable, Sendable {
    public var name: String
  }

  private static func number(
    _ text: String?, _ name: String, atLeast least: Int64
  ) throws(InvalidParameter) -> Int64? {
    guard let text else { return nil }
    guard let number = Int64(text), number >= least else { throw InvalidParameter(name: name) }
    return number
  }
}
