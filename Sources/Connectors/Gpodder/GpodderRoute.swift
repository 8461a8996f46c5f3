/// A call of the protocol, as its path names it.
public enum GpodderRoute: Hashable, Sendable {
  case login(user: String)
  case logout(user: String)
  case devices(user: String)
  case device(user: String, device: String)
  case subscriptionChanges(user: String, device: String)
  case subscriptions(user: String, device: String, SubscriptionFormat)
  case updates(user: String, device: String)
  case episodes(user: String)
  case clientConfig

  /// Returns nil if no call has this path. `path` has the decoded names below the base.
  public init?(path: [String]) {
    switch (path.count, path.first) {
    case (1, "clientconfig.json"): self = .clientConfig
    case (3, "subscriptions"):
      guard let (device, format) = Self.file(path[2]), Self.isDevice(device) else { return nil }
      self = .subscriptions(user: path[1], device: device, format)
    case (4..., "api") where path[1] == "2":
      guard let last = path.last, let (name, format) = Self.file(last), format == .json else { return nil }
      self.init(call: path[2], path[3..<(path.count - 1)], name)
    default: return nil
    }
  }

  private init?(call: String, _ middle: ArraySlice<String>, _ name: String) {
    let user = middle.first ?? ""
    switch (call, middle.count) {
    case ("devices", 0): self = .devices(user: name)
    case ("episodes", 0): self = .episodes(user: name)
    case ("auth", 1) where name == "login": self = .login(user: user)
    case ("auth", 1) where name == "logout": self = .logout(user: user)
    case ("devices", 1) where Self.isDevice(name): self = .device(user: user, device: name)
    case ("subscriptions", 1) where Self.isDevice(name): self = .subscriptionChanges(user: user, device: name)
    case ("updates", 1) where Self.isDevice(name): self = .updates(user: user, device: name)
    default: return nil
    }
  }

  /// The user's name in the path.
  public var user: String? {
    switch self {
    case .login(let user), .logout(let user), .devices(let user), .episodes(let user), .device(let user, _),
      .subscriptionChanges(let user, _), .subscriptions(let user, _, _), .updates(let user, _):
      user
    case .clientConfig: nil
    }
  }

  public var methods: [String] {
    switch self {
    case .login, .logout, .device: ["POST"]
    case .devices, .updates, .clientConfig: ["GET"]
    case .subscriptionChanges, .episodes: ["GET", "POST"]
    case .subscriptions: ["GET", "PUT"]
    }
  }

  private static func isDevice(_ name: String) -> Bool {
    (1...GpodderLimits.nameCharacters).contains(name.utf8.count)
      && !name.utf8.contains { $0 < 0x20 || $0 == 0x7F }
  }

  /// Splits a file name into its name and format.
  private static func file(_ name: String) -> (String, SubscriptionFormat)? {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex,
      let format = SubscriptionFormat(rawValue: String(name[name.index(after: dot)...]))
    else { return nil }
    return (String(name[..<dot]), format)
  }
}
