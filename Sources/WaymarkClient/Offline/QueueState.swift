/// The queue as a fold over its records.
struct QueueState: Sendable {
  private struct Waiting {
    var item: OfflineItem
    var place: Int
  }

  private var waiting: [OfflineItem.Key: Waiting] = [:]
  private(set) var rejected: [RejectedItem] = []
  /// The batch of each kind that was sent last and is not answered.
  private(set) var shipments: [OfflineItem.Kind: Shipment] = [:]
  private var places = 0
  let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
  }

  var count: Int { waiting.count }

  /// In the order in which they came.
  var pending: [OfflineItem] { sorted(Array(waiting.values)) }

  func pending(_ kind: OfflineItem.Kind) -> [OfflineItem] {
    sorted(waiting.values.filter { $0.item.kind == kind })
  }

  /// The kind of what waits longest, those left out that are given.
  func oldestKind(except skipped: Set<OfflineItem.Kind>) -> OfflineItem.Kind? {
    waiting.values.filter { !skipped.contains($0.item.kind) }.min { $0.place < $1.place }?.item.kind
  }

  func item(_ key: OfflineItem.Key) -> OfflineItem? { waiting[key]?.item }

  /// The fewest records that lead here.
  var records: [QueueRecord] {
    rejected.map(QueueRecord.refusing) + pending.map(QueueRecord.keeping)
      + OfflineItem.Kind.allCases.compactMap { shipments[$0] }.map(QueueRecord.sending)
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
    case .sending(let shipment):
      if let kind = shipment.keys.first?.kind { shipments[kind] = shipment }
    case .answered(let kind): shipments[kind] = nil
    }
  }

  private mutating func keep(_ item: OfflineItem) {
    let key = item.key
    if let present = waiting[key] {
      // An answer given again is the last word, also after what was said of the same work in between.
      if item.kind == .diversity { places += 1 }
      let place = item.kind == .diversity ? places : present.place
      waiting[key] = Waiting(item: present.item.extended(by: item), place: place)
      return
    }
    places += 1
    waiting[key] = Waiting(item: item, place: places)
    if waiting.count > capacity, let oldest = waiting.values.min(by: { $0.place < $1.place })?.item {
      waiting[oldest.key] = nil
      let errors = [FieldError(field: "", message: "More sessions were waiting than the device keeps")]
      setAside(RejectedItem(item: oldest, errors: errors, rejectedAt: item.saidAt))
    }
  }

  private mutating func end(_ item: OfflineItem) {
    shipments[item.kind] = nil
    // Extended since it was sent: then the rest is still to be sent.
    if waiting[item.key]?.item == item { waiting[item.key] = nil }
  }

  private mutating func reject(_ rejection: RejectedItem) {
    let key = rejection.item.key
    shipments[key.kind] = nil
    if let present = waiting[key]?.item, present != rejection.item { return }
    waiting[key] = nil
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

  private func sorted(_ found: [Waiting]) -> [OfflineItem] {
    found.sorted { $0.place < $1.place }.map(\.item)
  }
}
