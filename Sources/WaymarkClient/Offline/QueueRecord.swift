/// One line of the queue's file. Case names are part of the file format. The first four cases come from versions that
/// only knew listening; listening is still written with them.
enum QueueRecord: Codable, Sendable, Hashable {
  case put(SessionReport)
  case settled(SessionReport)
  case rejected(RejectedSession)
  case dismissed(SessionReport.Key)
  case kept(OfflineItem)
  case done(OfflineItem)
  case refused(RejectedItem)
  case dropped(OfflineItem.Key)
  case sending(SentBatch)
  /// The server has processed the batch of this kind. Its items get a new key when they are sent again.
  case answered(OfflineItem.Kind)

  static func keeping(_ item: OfflineItem) -> QueueRecord {
    if case .listening(let report) = item { .put(report) } else { .kept(item) }
  }

  static func ending(_ item: OfflineItem) -> QueueRecord {
    if case .listening(let report) = item { .settled(report) } else { .done(item) }
  }

  static func rejecting(_ rejection: RejectedItem) -> QueueRecord {
    RejectedSession(rejection).map(QueueRecord.rejected) ?? .refused(rejection)
  }

  static func dropping(_ item: OfflineItem) -> QueueRecord {
    if case .listening(let report) = item { .dismissed(report.key) } else { .dropped(item.key) }
  }
}

/// A batch that was sent and has no response yet. After a restart it is sent again with the same key.
struct SentBatch: Codable, Sendable, Hashable {
  var idempotencyKey: String
  var keys: [OfflineItem.Key]
  /// The checksum of the items as they were sent. If an item was extended since, it is a different batch.
  var checksum: String
}
