import Foundation

/// Profile, heroes and stories.
extension WaymarkClient {
  /// Returns the profile of the user.
  public func profile() async throws(APIError) -> Profile {
    try await fetch(Profile.self, .get("profile"))
  }

  /// Changes the profile and returns the new one. ``ProfileChanges/since`` says which days the new settings count for.
  public func changeProfile(_ changes: ProfileChanges) async throws(APIError) -> Profile {
    try await fetch(Profile.self, .put("profile", body: WireFormat.encode(changes)))
  }

  /// Returns a page of the heroes, ordered by id.
  ///
  /// - Parameters:
  ///   - limit: the size of the page, 1…``Limits/itemsPerPage``.
  ///   - cursor: the ``Page/nextCursor`` of the previous page, or nil for the first page.
  public func heroes(limit: Int? = nil, cursor: String? = nil) async throws(APIError) -> Page<Hero> {
    try await fetch(Page<Hero>.self, .get("heroes", query: Self.page(limit, cursor)))
  }

  /// Returns a hero. Throws ``APIError/notFound`` if it does not exist.
  public func hero(_ id: String) async throws(APIError) -> Hero {
    try await fetch(Hero.self, .get("heroes", id))
  }

  /// Creates or replaces a hero and returns it.
  public func saveHero(_ id: String, name: String) async throws(APIError) -> Hero {
    try await fetch(Hero.self, .put("heroes", id, body: WireFormat.encode(["name": name])))
  }

  /// Deletes a hero. Its stories stay, without a hero.
  public func deleteHero(_ id: String) async throws(APIError) {
    _ = try await send(.delete("heroes", id))
  }

  /// Returns a page of the stories, ordered by id.
  public func stories(limit: Int? = nil, cursor: String? = nil) async throws(APIError) -> Page<Story> {
    try await fetch(Page<Story>.self, .get("stories", query: Self.page(limit, cursor)))
  }

  /// Returns a story. Throws ``APIError/notFound`` if it does not exist.
  public func story(_ id: String) async throws(APIError) -> Story {
    try await fetch(Story.self, .get("stories", id))
  }

  /// Creates or replaces a story and returns it. Throws ``APIError/validation(_:)`` if its hero does not exist.
  public func saveStory(_ id: String, _ draft: StoryDraft) async throws(APIError) -> Story {
    try await fetch(Story.self, .put("stories", id, body: WireFormat.encode(draft)))
  }

  /// Deletes a story. Its sessions stay and belong to the story again if the same id is saved again.
  public func deleteStory(_ id: String) async throws(APIError) {
    _ = try await send(.delete("stories", id))
  }

  /// Marks a story as a favorite, or removes the mark.
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
