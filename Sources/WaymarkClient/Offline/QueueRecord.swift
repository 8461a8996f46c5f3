/// What one line of the queue's file says happened. The first four are of files that knew listening alone; listening
/// is still written so.
enum QueueRecord: Codable, Sendable, Hashable {
  case put(SessionReport)
  case settled(SessionReport)
  case rejected(RejectedSession)
  case dismissed(SessionReport.Key)
  case kept(OfflineItem)
  case done(OfflineItem)
  case refused(RejectedItem)
  case dropped(OfflineItem.Key)
  case sending(Shipment)
  /// What was sent was answered, and is to go under another key from now on.
  case answered(OfflineItem.Kind)

  static func keeping(_ item: OfflineItem) -> QueueRecord {
    if case .listening(let report) = item { .put(report) } else { .kept(item) }
  }

  static func ending(_ item: OfflineItem) -> QueueRecord {
    if case .listening(let report) = item { .settled(report) } else { .done(item) }
  }

  static func refusing(_ rejection: RejectedItem) -> QueueRecord {
    RejectedSession(rejection).map(QueueRecord.rejected) ?? .refused(rejection)
  }

  static func dropping(_ item: OfflineItem) -> QueueRecord {
    if case .listening(let report) = item { .dismissed(report.key) } else { .dropped(item.key) }
  }
}

/// A batch that is on its way, or was when the app ended: sent again, it is the same batch under the same key.
struct Shipment: Codable, Sendable, Hashable {
  var idempotencyKey: String
  var keys: [OfflineItem.Key]
  /// Of the items as they were sent: what was extended since is another batch.
  var checksum: String
}
