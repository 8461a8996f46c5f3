import Foundation

/// Profile, heroes and stories.
extension WaymarkClient {
  public func profile() async throws(APIError) -> Profile {
    try await fetch(Profile.self, .get("profile"))
  }

  public func changeProfile(_ changes: ProfileChanges) async throws(APIError) -> Profile {
    try await fetch(Profile.self, .put("profile", body: WireFormat.encode(changes)))
  }

  /// Ordered by id.
  public func heroes(limit: Int? = nil, cursor: String? = nil) async throws(APIError) -> Page<Hero> {
    try await fetch(Page<Hero>.self, .get("heroes", query: Self.page(limit, cursor)))
  }

  public func hero(_ id: String) async throws(APIError) -> Hero {
    try await fetch(Hero.self, .get("heroes", id))
  }

  /// Makes the hero or replaces it.
  public func saveHero(_ id: String, name: String) async throws(APIError) -> Hero {
    try await fetch(Hero.self, .put("heroes", id, body: WireFormat.encode(["name": name])))
  }

  /// The stories of the hero stay, without a hero.
  public func deleteHero(_ id: String) async throws(APIError) {
    _ = try await send(.delete("heroes", id))
  }

  /// Ordered by id.
  public func stories(limit: Int? = nil, cursor: String? = nil) async throws(APIError) -> Page<Story> {
    try await fetch(Page<Story>.self, .get("stories", query: Self.page(limit, cursor)))
  }

  public func story(_ id: String) async throws(APIError) -> Story {
    try await fetch(Story.self, .get("stories", id))
  }

  /// Makes the story or replaces it.
  public func saveStory(_ id: String, _ draft: StoryDraft) async throws(APIError) -> Story {
    try await fetch(Story.self, .put("stories", id, body: WireFormat.encode(draft)))
  }

  /// The sessions of the story stay: history stays history.
  public func deleteStory(_ id: String) async throws(APIError) {
    _ = try await send(.delete("stories", id))
  }

  public func setFavorite(_ isFavorite: Bool, storyId: String) async throws(APIError) {
    let path = ["stories", storyId, "favorite"]
    _ = try await send(Call(method: isFavorite ? .put : .delete, path: path))
  }

  static func page(_ limit: Int?, _ cursor: String?) -> [URLQueryItem] {
    var query: [URLQueryItem] = []
    if let limit {
      query.append(URLQueryItem(name: "limit", value: String(min(max(1, limit), Limits.itemsPerPage))))
    }
    if let cursor { query.append(URLQueryItem(name: "cursor", value: cursor)) }
    return query
  }
}
