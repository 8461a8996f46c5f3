import API
import Chronology
import Domain
import Proto
import Service
import Storage

extension SessionHandlers {
  func listListeningSessions(
    _ call: SessionAPI.ListListeningSessions, _ caller: CallerContext
  ) async throws(Fault) -> Encoded<Page<SessionAPI.ListeningSessionReply>> {
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    let place = try paging.cursor.map { cursor throws(Fault) in try ListeningStore.Place(cursor: cursor) } ?? .top
    if let storyId = call.storyId { try check(id: storyId, "storyId") }
    return try await read(caller, cost: paging.cost) { [zones] user, rows in
      let starts = try StartRange(from: call.from, to: call.to, of: user, zones, rows)
      let found =
        if let storyId = call.storyId {
          try ListeningStore.sessions(
            user, storyId: storyId, starts, after: place, limit: paging.limit + 1, rows)
        } else {
          try ListeningStore.sessions(user, starts, after: place, limit: paging.limit + 1, rows)
        }
      var titles = Titles.stories(of: user, rows)
      return try paging.page(found, key: { ListeningStore.Place($0).cursor }) { session in
        SessionAPI.ListeningSessionReply(session, title: try titles[session.storyId])
      }
    }
  }

  func listAnomalies(
    _ call: SessionAPI.ListAnomalies, _ caller: CallerContext
  ) async throws(Fault) -> Encoded<Page<SessionAPI.Anomaly>> {
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    let before = try paging.cursor.map { cursor throws(Fault) in try StoredAnomaly.place(cursor) } ?? (.max, 0)
    return try await read(caller, cost: paging.cost) { user, rows in
      let found = try AnomalyStore.anomalies(user, before: before.0, before.1, limit: paging.limit + 1, rows)
      return try paging.page(found, key: \.key, item: SessionAPI.Anomaly.init)
    }
  }
}

extension ListeningStore.Place {
  init(_ session: ListeningSession) {
    self.init(startedAt: session.startedAt, storyId: session.storyId)
  }

  init(cursor: String) throws(Fault) {
    let parts = cursor.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let seconds = Int64(parts[0]), TextRules.isObjectId(String(parts[1])) else {
      throw Paging.badCursor
    }
    self.init(startedAt: Instant(seconds: seconds), storyId: String(parts[1]))
  }

  var cursor: String { "\(startedAt.seconds) \(storyId)" }
}

extension StoredAnomaly {
  /// The position in the list, which is also the id.
  var key: String { "\(seq)-\(place)" }

  static func place(_ cursor: String) throws(Fault) -> (Int64, Int) {
    let parts = cursor.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let seq = Int64(parts[0]), let place = Int(parts[1]), seq > 0, place >= 0 else {
      throw Paging.badCursor
    }
    return (seq, place)
  }
}
