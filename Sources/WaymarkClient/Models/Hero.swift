/// A hero that stories are about.
public struct Hero: Codable, Sendable, Hashable, Identifiable {
  /// The id that the app chose when it saved the hero.
  public var id: String
  /// The name to show.
  public var name: String

  /// Creates a hero, for previews and tests.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}
