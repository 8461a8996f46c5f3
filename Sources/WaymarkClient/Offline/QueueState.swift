/// The state of the queue, as a fold over its records.
struct QueueState: Sendable {
  private struct QueuedItem {
    var item: OfflineItem
    var position: Int
  }

  private var queued: [OfflineItem.Key: QueuedItem] = [:]
  private(set) var rejected: [RejectedItem] = []
  /// The batch of each kind that has no response yet.
  private(set) var sentBatches: [OfflineItem.Kind: SentBatch] = [:]
  private var positions = 0
  let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
  }

  var count: Int { queued.count }

  /// The queued items in the order in which they were added.
  var pending: [OfflineItem] { sorted(Array(queued.values)) }

  func pending(_ kind: OfflineItem.Kind) -> [OfflineItem] {
    sorted(queued.values.filter { $0.item.kind == kind })
  }

  /// Returns the kind of the oldest queued item, without the skipped kinds.
  func oldestKind(except skipped: Set<OfflineItem.Kind>) -> OfflineItem.Kind? {
    queued.values.filter { !skipped.contains($0.item.kind) }.min { $0.position < $1.position }?.item.kind
  }

  func item(_ key: OfflineItem.Key) -> OfflineItem? { queued[key]?.item }

  /// The shortest list of records that results in this state.
  var records: [QueueRecord] {
    rejected.map(QueueRecord.rejecting) + pending.map(QueueRecord.keeping)
      + OfflineItem.Kind.allCases.compactMap { sentBatches[$0] }.map(QueueRecord.sending)
  }

  mutating func apply(_ record: QueueRecord) {
    switch record {
    case .put(let report): keep(.listening(report))
    case .settled(let report): end(.listening(report))
    case .rejected(let rejection): reject(rejection.asItem)
    case .dismissed(let key):
      drop(OfflineItem.Key(kind: .listening, subject: key.storyId, startedAt: key.startedAt, dimension: nil))
    case .kept(let item): keep(item)
    case .done(let item): end(item)
    case .refused(let rejection): reject(rejection)
    case .dropped(let key): drop(key)
    case .sending(let sent):
      if let kind = sent.keys.first?.kind { sentBatches[kind] = sent }
    case .answered(let kind): sentBatches[kind] = nil
    }
  }

  private mutating func keep(_ item: OfflineItem) {
    let key = item.key
    if let present = queued[key] {
      // A repeated answer moves to the end, because the latest answer must win.
      if item.kind == .diversity { positions += 1 }
      let position = item.kind == .diversity ? positions : present.position
      queued[key] = QueuedItem(item: present.item.extended(by: item), position: position)
      return
    }
    positions += 1
    queued[key] = QueuedItem(item: item, position: positions)
    if queued.count > capacity, let oldest = queued.values.min(by: { $0.position < $1.position })?.item {
      queued[oldest.key] = nil
      let errors = [FieldError(field: "", message: "The offline queue was full, so its oldest item was not sent")]
      setAside(RejectedItem(item: oldest, errors: errors, rejectedAt: item.saidAt))
    }
  }

  private mutating func end(_ item: OfflineItem) {
    sentBatches[item.kind] = nil
    // If the item was extended since it was sent, the rest must still be sent.
    if queued[item.key]?.item == item { queued[item.key] = nil }
  }

  private mutating func reject(_ rejection: RejectedItem) {
    let key = rejection.item.key
    sentBatches[key.kind] = nil
    if let present = queued[key]?.item, present != rejection.item { return }
    queued[key] = nil
    setAside(rejection)
  }

  private mutating func setAside(_ rejection: RejectedItem) {
    drop(rejection.item.key)
    rejected.append(rejection)
    if rejected.count > Limits.rejectedSessions { rejected.removeFirst() }
  }

  private mutating func drop(_ key: OfflineItem.Key) {
    rejected.removeAll { $0.item.key == key }
  }

  private func sorted(_ found: [QueuedItem]) -> [OfflineItem] {
    found.sorted { $0.position < $1.position }.map(\.item)
  }
}
