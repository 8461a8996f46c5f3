import Foundation

/// Links between stories and works: listening to the end of a linked story means having read the work.
extension WaymarkClient {
  /// Returns a page of the proposals of works for stories, ordered by the id of the story.
  public func matches(limit: Int? = nil, cursor: String? = nil) async throws(APIError) -> Page<StoryMatch> {
    try await fetch(Page<StoryMatch>.self, .get("matches", query: Self.page(limit, cursor)))
  }

  /// Accepts a proposal and returns the linked story. A proposed new work is created.
  @discardableResult
  public func accept(_ match: StoryMatch) async throws(APIError) -> Story {
    if let workId = match.workId { return try await link(storyId: match.storyId, to: workId) }
    return try await fetch(
      Story.self, .post("matches", match.storyId, body: WireFormat.encode(["create": true])))
  }

  /// Links a story to a work, which is added to the library if necessary, and returns the story. Throws
  /// ``APIError/validation(_:)`` if the work does not exist.
  @discardableResult
  public func link(storyId: String, to workId: String) async throws(APIError) -> Story {
    try await fetch(Story.self, .post("matches", storyId, body: WireFormat.encode(["workId": workId])))
  }

  /// Removes the link of a story and returns the story. A work that only the link has added to the library is removed
  /// from it.
  @discardableResult
  public func unlink(_ story: Story) async throws(APIError) -> Story {
    try await fetch(Story.self, .put("stories", story.id, body: WireFormat.encode(UnlinkedStory(story))))
  }

  /// Never proposes a work for this story again.
  public func dismissMatch(storyId: String) async throws(APIError) {
    _ = try await send(.delete("matches", storyId))
  }

  /// Returns a page of the stories of a work, ordered by id.
  public func stories(
    of workId: String, limit: Int? = nil, cursor: String? = nil
  ) async throws(APIError) -> Page<Story> {
    let query = Self.page(limit, cursor) + [URLQueryItem(name: "workId", value: workId)]
    return try await fetch(Page<Story>.self, .get("stories", query: query))
  }
}

/// Encodes the null that removes a link.
private struct UnlinkedStory: Encodable {
  private var title: String
  private var heroId: String?
  private var estimatedDuration: Double

  init(_ story: Story) {
    title = story.title
    heroId = story.heroId
    estimatedDuration = story.estimatedDuration
  }

  private enum CodingKeys: String, CodingKey {
    case title, heroId, estimatedDuration, workId
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(title, forKey: .title)
    try members.encodeIfPresent(heroId, forKey: .heroId)
    try members.encode(estimatedDuration, forKey: .estimatedDuration)
    try members.encodeNil(forKey: .workId)
  }
}
