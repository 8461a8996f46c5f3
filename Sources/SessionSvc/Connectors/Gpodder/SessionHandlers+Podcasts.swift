import API
import Connectors
import Domain
import Proto
import Storage

extension SessionHandlers {
  func recordEpisodeActions(
    _ call: SessionAPI.RecordEpisodeActions, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.RecordEpisodeActions.Reply {
    guard call.actions.count <= GpodderLimits.actionsPerUpload else {
      throw Fault.invalid("actions", "must have at most \(GpodderLimits.actionsPerUpload) items")
    }
    return try await command(caller, cost: max(1, call.actions.count)) { [log, zones] transaction in
      var uploads = try EpisodeUploads(transaction, zones)
      for (place, action) in call.actions.enumerated() { try uploads.add(action, place: place) }
      try uploads.close()
      for device in Set(call.actions.compactMap(\.device)).sorted() { try transaction.addDevice(device) }
      for outcome in uploads.outcomes { transaction.warn(outcome, log, trace: caller.trace) }
      return uploads.reply
    }
  }

  func readEpisodeActions(
    _ call: SessionAPI.ReadEpisodeActions, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.ReadEpisodeActions.Reply {
    let now = now()
    return try await read(caller, cost: SessionLimits.exportCost) { user, rows in
      let uploads = try EpisodeActionStore.uploads(user, rows)
      let last = call.after?.last ?? uploads?.stamp ?? 0
      // The places of an upload start at 0.
      let (stamp, place) = call.after.map { ($0.stamp, $0.place) } ?? (call.since, Int.max)
      var reply = SessionAPI.ReadEpisodeActions.Reply(
        actions: [], next: nil, stamp: UploadStamp.current(call.after?.last ?? uploads?.stamp, now: now))
      var bytes = 0
      var end = call.after
      try EpisodeActionStore.each(
        user, after: stamp, place, through: last, podcast: call.podcast ?? "", device: call.device ?? "",
        isAggregated: call.isAggregated, rows
      ) { stamp, place, action in
        guard bytes < SessionLimits.exportBytes else {
          reply.next = end
          return false
        }
        reply.actions.append(action)
        bytes += action.textBytes
        end = SessionAPI.ReadEpisodeActions.Place(stamp: stamp, place: place, last: last)
        return true
      }
      return reply
    }
  }

  func changeSubscriptions(
    _ call: SessionAPI.ChangeSubscriptions, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.ChangeSubscriptions.Reply {
    try await command(caller, cost: max(1, call.add.count + call.remove.count)) { transaction in
      let reply = try transaction.changeSubscriptions(call)
      try transaction.addDevice(call.device)
      return reply
    }
  }

  func fetchSubscriptions(
    _ call: SessionAPI.FetchSubscriptions, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.FetchSubscriptions.Reply {
    let now = now()
    return try await read(caller, cost: SessionLimits.searchCost) { user, rows in
      let changes = try SubscriptionStore.changes(user, after: call.since, rows)
      let uploads = try EpisodeActionStore.uploads(user, rows)
      return SessionAPI.FetchSubscriptions.Reply(
        added: changes.filter(\.isActive).map {
          SessionAPI.Subscription(url: $0.url, title: $0.title.map { String($0.prefix(GpodderLimits.titleCharacters)) })
        },
        removed: changes.filter { !$0.isActive }.map(\.url), stamp: UploadStamp.current(uploads?.stamp, now: now))
    }
  }

  func listPodcastDevices(
    _ call: SessionAPI.ListPodcastDevices, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.ListPodcastDevices.Reply {
    try await read(caller) { user, rows in
      SessionAPI.ListPodcastDevices.Reply(
        devices: try PodcastDeviceStore.devices(user, rows),
        subscriptions: try SubscriptionStore.activeCount(user, rows))
    }
  }

  func savePodcastDevice(
    _ call: SessionAPI.SavePodcastDevice, _ caller: CallerContext
  ) async throws(Fault) -> Nothing {
    try await command(caller) { transaction in
      guard var device = try transaction.addDevice(call.id) else {
        throw Fault(.conflict, "the limit of \(GpodderLimits.devices) devices is reached")
      }
      if let caption = call.caption { device.caption = caption }
      if let type = call.type { device.type = type }
      try PodcastDeviceStore.save(device, of: transaction.user, transaction.storage)
      return Nothing()
    }
  }
}

extension UserTransaction {
  /// Creates a device if it is unknown. Returns nil if the user has too many.
  @discardableResult
  fileprivate func addDevice(_ id: String) throws -> SessionAPI.PodcastDevice? {
    if let known = try PodcastDeviceStore.device(user, id, rows) { return known }
    guard try PodcastDeviceStore.count(user, rows) < GpodderLimits.devices else { return nil }
    let device = SessionAPI.PodcastDevice(id: id, caption: id, type: "other")
    try PodcastDeviceStore.save(device, of: user, storage)
    return device
  }

  fileprivate func changeSubscriptions(
    _ call: SessionAPI.ChangeSubscriptions
  ) throws -> SessionAPI.ChangeSubscriptions.Reply {
    let upload = try beginUpload()
    var known: [String: SubscriptionStore.Stored] = [:]
    for stored in try SubscriptionStore.changes(user, after: .min, rows) { known[stored.url] = stored }
    var list = SubscriptionList(known)
    let wanted = Set(call.add)
    let ended = known.values.filter { $0.isActive && !wanted.contains($0.url) }.map(\.url).sorted()
    for url in call.replacesAll ? ended : call.remove where known[url]?.isActive == true {
      try SubscriptionStore.save(url, isActive: false, stamp: upload.stamp, of: user, storage)
    }
    var rejected = 0
    for url in call.add where known[url]?.isActive != true {
      let (isAdded, forgotten) = list.add(url)
      for old in forgotten { try SubscriptionStore.delete(old, of: user, storage) }
      guard isAdded else {
        rejected += 1
        continue
      }
      try SubscriptionStore.save(url, isActive: true, stamp: upload.stamp, of: user, storage)
    }
    try EpisodeActionStore.save(upload, of: user, storage)
    return SessionAPI.ChangeSubscriptions.Reply(stamp: upload.stamp, rejected: rejected)
  }
}

/// The subscriptions of a user, with their number and size.
private struct SubscriptionList {
  /// Subscriptions that ended before this upload; the oldest comes last.
  private var ended: [String]
  private var forgettable: Set<String>
  private var urls: Set<String>
  private var bytes: Int

  init(_ known: [String: SubscriptionStore.Stored]) {
    ended = known.values.filter { !$0.isActive }.sorted { ($1.stamp, $1.url) < ($0.stamp, $0.url) }.map(\.url)
    forgettable = Set(ended)
    urls = Set(known.keys)
    bytes = known.keys.reduce(0) { $0 + $1.utf8.count }
  }

  /// Adds a subscription. Returns whether the limits allow it, and the oldest ended ones, which must be forgotten.
  mutating func add(_ url: String) -> (isAdded: Bool, forgotten: [String]) {
    forgettable.remove(url)
    guard !urls.contains(url) else { return (true, []) }
    var dropped: [String] = []
    while urls.count >= GpodderLimits.subscriptions || bytes + url.utf8.count > GpodderLimits.subscriptionBytes {
      while let last = ended.last, !forgettable.contains(last) { ended.removeLast() }
      guard let old = ended.popLast() else { break }
      forgettable.remove(old)
      urls.remove(old)
      bytes -= old.utf8.count
      dropped.append(old)
    }
    let hasRoom =
      urls.count < GpodderLimits.subscriptions && bytes + url.utf8.count <= GpodderLimits.subscriptionBytes
    if hasRoom {
      urls.insert(url)
      bytes += url.utf8.count
    }
    return (hasRoom, dropped)
  }
}

extension SessionAPI.EpisodeAction {
  /// The approximate encoded size.
  fileprivate var textBytes: Int {
    let texts = [podcast, episode, guid ?? "", device ?? "", timestamp ?? ""]
    return texts.reduce(128) { $0 + $1.utf8.count }
  }
}
