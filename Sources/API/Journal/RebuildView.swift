public import Proto

/// Throws a view away and folds the journal again; reads meanwhile wait for their own user's fold alone.
public struct RebuildView<API: ViewAPI>: Method {
  public static var name: String { "view.rebuild" }
  public init() {}

  public struct Reply: Codable, Hashable, Sendable {
    public var users: Int
    public var events: Int

    public init(users: Int, events: Int) {
      self.users = users
      self.events = events
    }
  }
}
