import Foundation

extension WaymarkClient {
  /// Searches works, stories, heroes and rucks. Each word must be the start of a word; case and accents are ignored.
  ///
  /// - Parameters:
  ///   - words: 1 to 200 characters.
  ///   - limit: the most results of each kind, at most 50. Nil for the server's default.
  public func search(_ words: String, limit: Int? = nil) async throws(APIError) -> SearchResults {
    let query = Self.search(words) + Self.page(limit, nil)
    return try await fetch(SearchResults.self, .get("search", query: query))
  }
}
