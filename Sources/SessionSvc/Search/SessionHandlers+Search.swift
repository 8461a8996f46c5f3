import API
import Domain
import Proto
import Storage

extension SessionHandlers {
  func search(_ call: SessionAPI.Search, _ caller: CallerContext) async throws(Fault) -> SessionAPI.SearchReply {
    let limit = call.limit ?? ObjectSearch.limit
    guard ObjectSearch.limits.contains(limit) else { throw Fault.invalid("limit", "must be from 1 to 50") }
    guard ObjectSearch.lengths.contains(call.q.unicodeScalars.count) else {
      throw Fault.invalid("q", "must have 1 to 200 characters")
    }
    let search = ObjectSearch(call.q)
    if search.isEmpty { return SessionAPI.SearchReply(works: [], stories: [], heroes: [], rucks: []) }
    return try await read(caller, cost: SessionLimits.searchCost) { user, rows in
      var works = Self.fitting(try SearchStore.works(user, search, limit: limit, rows), \.textBytes)
      var stories = try SearchStore.stories(user, search, limit: limit, rows)
      let covered = try CoverStore.ids(user, .work, among: works.map(\.id), rows)
      for place in works.indices { works[place].hasCover = covered.contains(works[place].id) }
      let drawn = try CoverStore.ids(user, .story, among: stories.map(\.id), rows)
      for place in stories.indices { stories[place].hasCover = drawn.contains(stories[place].id) }
      return SessionAPI.SearchReply(
        works: works, stories: stories, heroes: try SearchStore.heroes(user, search, limit: limit, rows),
        rucks: try SearchStore.rucks(user, search, limit: limit, rows))
    }
  }

  /// Returns the first items whose bytes fit into a frame together with the other groups.
  private static func fitting<Item>(_ items: [Item], _ bytes: (Item) -> Int) -> [Item] {
    var room = SessionLimits.searchReplyBytes
    return Array(
      items.prefix { item in
        room -= bytes(item)
        return room >= 0
      })
  }
}

extension SessionAPI.FoundWork {
  /// The approximate encoded size.
  fileprivate var textBytes: Int {
    ([title, series?.name ?? ""] + authors + tags).reduce(256) { $0 + $1.utf8.count + 3 }
  }
}
