import Chronology
import Domain
import Storage

/// The stories and sessions that the items of a batch need. They are read together before the first item is written:
/// on a server, each separate read takes a round trip.
final class ListeningLookup {
  private struct Key: Hashable {
    var storyId: String
    var startedAt: Instant
  }

  private var stories: [String: Story] = [:]
  private var sessions: [Key: ListeningSession] = [:]

  init(_ reports: [ListeningReport], in transaction: UserTransaction) throws {
    let user = transaction.user
    let ids = Set(reports.map(\.storyId)).filter(TextRules.isObjectId)
    let keys = Set(
      reports.compactMap { report in
        report.startedAt.flatMap { ids.contains(report.storyId) ? Key(storyId: report.storyId, startedAt: $0) : nil }
      })
    try transaction.rows.prefetch(
      ids.map { CatalogueStore.storyQuery(user, $0) }
        + keys.map { ListeningStore.sessionQuery(user, storyId: $0.storyId, startedAt: $0.startedAt) })
    for id in ids { stories[id] = try CatalogueStore.story(user, id, transaction.rows) }
    for key in keys {
      sessions[key] = try ListeningStore.session(
        user, storyId: key.storyId, startedAt: key.startedAt, transaction.rows)
    }
  }

  func story(_ id: String) -> Story? { stories[id] }

  func session(storyId: String, startedAt: Instant) -> ListeningSession? {
    sessions[Key(storyId: storyId, startedAt: startedAt)]
  }

  /// A later item of the batch must find the session of an earlier one.
  func note(_ session: ListeningSession) {
    sessions[Key(storyId: session.storyId, startedAt: session.startedAt)] = session
  }
}
