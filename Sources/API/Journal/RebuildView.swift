public import Proto

/// Discards a view and folds the journal again. Meanwhile, each read waits only for its user's fold.
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
