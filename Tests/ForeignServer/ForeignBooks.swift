import Synchronization

/// A stand-in for Audiobookshelf: the list of listening sessions of one user.
public final class ForeignBooks: Sendable {
  public struct Session: Sendable {
    public var id: String
    public var item: String
    /// Seconds since 1970.
    public var startedAt: Int
    public var listened: Int
    public var updatedAt: Int
    public var length: Int
    public var currentTime: Int

    public init(
      _ id: String, item: String = "moon", startedAt: Int, listened: Int = 300, updatedAt: Int? = nil,
      length: Int = 36_000, currentTime: Int = 300
    ) {
      self.id = id
      self.item = item
      self.startedAt = startedAt
      self.listened = listened
      self.updatedAt = updatedAt ?? startedAt + listened
      self.length = length
      self.currentTime = currentTime
    }

    var json: String {
      """
      {"id":"\(id)","userId":"u","libraryItemId":"\(item)","episodeId":null,"mediaType":"book",\
      "displayTitle":"Title of \(item)","displayAuthor":"An Author","duration":\(length),"timeListening":\(listened),\
      "currentTime":\(currentTime),"startedAt":\(startedAt)000,"updatedAt":\(updatedAt)000}
      """
    }
  }

  private struct State {
    var sessions: [String: Session] = [:]
    var failure: (@Sendable (ForeignServer.Request) -> ForeignServer.Response?)?
    var pages: [Int] = []
    var covers: [String: ForeignServer.Response] = [:]
    var coverRequests: [String] = []
  }

  public static let secret = "abs-secret-key"

  private let state = Mutex(State())

  public init() {}

  public func set(_ session: Session) { state.withLock { $0.sessions[session.id] = session } }

  /// Sets the response to requests for the cover of an item. Without one, the status is 404.
  public func setCover(_ response: ForeignServer.Response, of item: String) {
    state.withLock { $0.covers[item] = response }
  }

  /// The items whose covers were requested.
  public var coverRequests: [String] { state.withLock { $0.coverRequests } }

  /// Responds instead of the list until it returns nil.
  public func fail(_ failure: (@Sendable (ForeignServer.Request) -> ForeignServer.Response?)?) {
    state.withLock { $0.failure = failure }
  }

  /// The pages that were requested since the last call.
  public func takePages() -> [Int] {
    state.withLock { state in
      defer { state.pages = [] }
      return state.pages
    }
  }

  public func respond(to request: ForeignServer.Request) -> ForeignServer.Response {
    state.withLock { state in
      let parts = request.target.split(separator: "?")
      var query: [String: Int] = [:]
      for pair in parts.dropFirst().first?.split(separator: "&") ?? [] {
        let words = pair.split(separator: "=")
        if words.count == 2 { query[String(words[0])] = Int(words[1]) }
      }
      let path = parts.first.map { $0.split(separator: "/").map(String.init) } ?? []
      let item = path.count >= 4 && path.last == "cover" && path[path.count - 3] == "items" ? path[path.count - 2] : nil
      if item == nil, query["itemsPerPage"] != 1 { state.pages.append(query["page"] ?? -1) }
      if let response = state.failure?(request) { return response }
      guard request.headers["authorization"] == "Bearer \(Self.secret)" else { return .text(401, "Unauthorized") }
      if let item {
        state.coverRequests.append(item)
        return state.covers[item] ?? .text(404, "Not Found")
      }
      guard parts.first?.hasSuffix("/api/me/listening-sessions") == true else { return .text(404, "Not Found") }
      let sorted = state.sessions.values.sorted { ($0.updatedAt, $0.id) > ($1.updatedAt, $1.id) }
      let (size, page) = (max(1, query["itemsPerPage"] ?? 10), query["page"] ?? 0)
      let shown = sorted.dropFirst(page * size).prefix(size).map(\.json).joined(separator: ",")
      return .text(
        200,
        """
        {"total":\(sorted.count),"numPages":\((sorted.count + size - 1) / size),"page":\(page),\
        "itemsPerPage":\(size),"sessions":[\(shown)]}
        """)
    }
  }
}
