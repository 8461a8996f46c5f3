import API
import Chronology
import Domain
import Proto
import Service
import Storage
import Synchronization

/// Finds the events that webhooks report, and sends them.
///
/// The events to send are rows of the database, so none is lost. An attempt leases its row, so that one host makes it;
/// if the host stops, the lease expires. A webhook's attempts follow each other; webhooks do not wait for others.
final class WebhookRunner: Sendable {
  private struct State {
    var isPassing = false
    /// Whether something changed during the pass.
    var isPassWanted = false
    var nextTime: Instant?
    var sending: Set<WebhookKey> = []
    /// The tasks of the attempts, with the pass after each of them.
    var tasks: [Int: Task<Void, Never>] = [:]
    var taskCount = 0
    /// Users whose search failed.
    var unfinished: Set<String> = []
  }

  private enum Step {
    case send(StoredDelivery, to: String, WebhookSecret)
    case stop
  }

  private let handlers: SessionHandlers
  private let state = Mutex(State())

  init(_ handlers: SessionHandlers) {
    self.handlers = handlers
  }

  private var isShared: Bool { handlers.hosts != nil }

  /// Called once, before the first pass. The journals of all users with webhooks are then searched.
  func begin() async throws {
    let now = handlers.now()
    if !isShared { try await handlers.database.write { try DeliveryStore.endLeases(at: now, $0) } }
    var last = ""
    while true {
      let users = try await handlers.database.read { [last] rows in
        try WebhookStore.users(after: last, limit: SessionLimits.usersPerPage, rows)
      }
      for user in users { handlers.heads.webhooks.watch(user) }
      guard let next = users.last else { break }
      last = next
    }
    state.withLock { $0.nextTime = now }
  }

  /// Called every second. Without webhooks, or before anything is due, it reads nothing.
  func tick() async {
    let isDue = state.withLock { state in
      !state.unfinished.isEmpty || state.nextTime.map { $0 <= handlers.now() } ?? false
    }
    if isShared || isDue || !handlers.heads.webhooks.isEmpty { await pass() }
  }

  /// Searches the journals that have changed, and begins the attempts that are due.
  func pass() async {
    let mayPass = state.withLock { state in
      state.isPassWanted = true
      guard !state.isPassing else { return false }
      state.isPassing = true
      return true
    }
    guard mayPass else { return }
    while state.withLock({ state in
      state.isPassing = state.isPassWanted
      state.isPassWanted = false
      return state.isPassing
    }) {
      await search()
      await startDue()
    }
  }

  /// Waits until no attempt, and no pass that follows one, is in progress.
  func finish() async {
    while let task = state.withLock({ $0.tasks.values.first }) { await task.value }
  }

  private func search() async {
    var users = Set(handlers.heads.webhooks.take(atMost: SessionLimits.usersPerPage))
    users.formUnion(state.withLock { exchange(&$0.unfinished, with: []) })
    if isShared {
      let behind = try? await handlers.database.read { rows in
        try WebhookStore.usersBehind(limit: SessionLimits.usersPerPage, rows)
      }
      users.formUnion(behind ?? [])
    }
    for user in users.sorted() {
      do {
        try await search(user)
      } catch {
        handlers.log.warning("the events for webhooks could not be found; retrying", ["error": "\(error)"])
        state.withLock { _ = $0.unfinished.insert(user) }
      }
    }
  }

  /// Throws if the database or the view is unavailable.
  private func search(_ user: String) async throws {
    let database = handlers.database
    var progress = WebhookSearch.Progress(hasMore: true)
    while progress.hasMore {
      let search = WebhookSearch(user: user, zones: handlers.zones, now: handlers.now())
      progress = try await database.write(
        user: user, cost: SessionLimits.searchWriteCost, queries: [UserStore.lockedRecord(user)]
      ) { try search.findFacts($0) }
    }
    // Attempts do not wait for the view.
    await startDue()
    guard progress.needsStandings else { return }
    let search = WebhookSearch(user: user, zones: handlers.zones, now: handlers.now())
    let (hasAny, head) = try await database.read(user: user) { try search.hasCauses($0) }
    let standings = hasAny ? try await handlers.webhooks.standings(user) : nil
    try await database.write(user: user, queries: [UserStore.lockedRecord(user)]) { transaction in
      try search.findUnlocks(standings, head: head, transaction)
    }
  }

  /// Begins as many attempts as may run at once.
  private func startDue() async {
    let now = handlers.now()
    guard
      let (due, next) = try? await handlers.database.read({ rows in
        let due = try DeliveryStore.due(at: now, limit: SessionLimits.usersPerPage, rows)
        return (due, try DeliveryStore.nextTime(rows))
      })
    else { return state.withLock { $0.nextTime = now } }
    state.withLock { state in
      state.nextTime = next
      for key in due where !state.sending.contains(key) {
        let ofUser = state.sending.count { $0.user == key.user }
        guard state.sending.count < SessionLimits.deliveriesAtOnce else { return }
        guard ofUser < SessionLimits.deliveriesOfUserAtOnce else { continue }
        state.sending.insert(key)
        state.taskCount += 1
        let number = state.taskCount
        state.tasks[number] = Task {
          let isWorking = await self.send(key)
          self.state.withLock { _ = $0.sending.remove(key) }
          // Another webhook may have waited for this one. After an error, the next tick continues.
          if isWorking { await self.pass() }
          self.state.withLock { $0.tasks[number] = nil }
        }
      }
    }
  }

  /// Makes the attempts of one webhook until none is due. Returns false if there was none, or after an error.
  private func send(_ key: WebhookKey) async -> Bool {
    var isWorking = false
    while case .send(let delivery, let url, let secret)? = try? await lease(key) {
      let now = handlers.now()
      let message = WebhookMessage(delivery)
      let outcome: WebhookOutcome
      do {
        outcome = try await handlers.webhooks.fetch(.delivery(of: message, to: url, by: secret, at: now)).outcome
      } catch {
        // Without the outbound service nothing was sent, and deliveries wait.
        _ = try? await handlers.database.write(user: key.user) { [handlers] transaction in
          try DeliveryStore.update(
            delivery, key, failures: delivery.failures,
            nextAt: handlers.now() + SessionLimits.outboundRetrySeconds, transaction)
        }
        return false
      }
      guard (try? await note(outcome, of: delivery, key)) != nil else { return false }
      isWorking = true
    }
    return isWorking
  }

  /// Takes the next event of a webhook, so that no other host does.
  private func lease(_ key: WebhookKey) async throws -> Step {
    let now = handlers.now()
    let sealing = handlers.people.sealing
    return try await handlers.database.write(user: key.user) { transaction in
      let rows = transaction.rows
      guard var stored = try WebhookStore.webhook(key.user, key.webhook, rows), stored.webhook.isOn else {
        try DeliveryStore.deleteAll(of: key.webhook, key.user, transaction)
        return .stop
      }
      guard var delivery = try DeliveryStore.next(key, at: now, rows) else { return .stop }
      let open = (try? sealing.current()).flatMap {
        WebhookSecret(stored.secret, $0, user: key.user, webhook: key.webhook)
      }
      // Without the secret, the event waits for the key.
      let end = now + (open == nil ? SessionLimits.keyRetrySeconds : SessionLimits.deliveryLeaseSeconds)
      guard try DeliveryStore.update(delivery, key, failures: delivery.failures, nextAt: end, transaction) else {
        return .stop
      }
      delivery.nextAt = end
      guard let secret = open else {
        // It is not a failure of the receiver.
        stored.webhook.lastDelivery = WebhookDelivery(at: now, type: delivery.type, status: nil, problem: Self.noKey)
        try WebhookStore.save(stored, of: key.user, transaction)
        return .stop
      }
      return .send(delivery, to: stored.webhook.url, secret)
    }
  }

  static let noKey = "the secret cannot be read, because the secret key of this server is another one"

  private func note(_ outcome: WebhookOutcome, of delivery: StoredDelivery, _ key: WebhookKey) async throws {
    let now = handlers.now()
    let roll = handlers.dice()
    try await handlers.database.write(user: key.user) { transaction in
      guard var stored = try WebhookStore.webhook(key.user, key.webhook, transaction.rows) else { return }
      stored.webhook.note(outcome, of: delivery.type, at: now)
      try WebhookStore.save(stored, of: key.user, transaction)
      guard stored.webhook.isOn else {
        return try DeliveryStore.deleteAll(of: key.webhook, key.user, transaction)
      }
      let failures = delivery.failures + 1
      guard !outcome.isSuccess, let next = WebhookRules.nextAttempt(afterFailures: failures, at: now, dice: roll) else {
        return try DeliveryStore.delete(delivery, key, transaction)
      }
      _ = try DeliveryStore.update(delivery, key, failures: failures, nextAt: next, transaction)
    }
  }
}

extension WebhookMessage {
  init(_ delivery: StoredDelivery) {
    (id, type, body) = (delivery.messageID, delivery.type, delivery.body)
  }
}
