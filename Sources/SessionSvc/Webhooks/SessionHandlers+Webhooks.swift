import API
import Chronology
import Crypto
import Domain
import Proto
import Service
import Storage

extension SessionHandlers {
  func listWebhooks(
    _ call: SessionAPI.ListWebhooks, _ caller: CallerContext
  ) async throws(Fault) -> Encoded<Page<SessionAPI.WebhookReply>> {
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    let after = try paging.cursor.map(Self.place) ?? (Int64.min, "")
    return try await read(caller, cost: paging.cost) { user, rows in
      let found = try WebhookStore.webhooks(of: user, rows).map(\.webhook)
        .filter { ($0.createdAt.seconds, $0.id) > after }
      return try paging.page(
        Array(found.prefix(paging.limit + 1)), key: { "\($0.createdAt.seconds) \($0.id)" },
        item: SessionAPI.WebhookReply.init)
    }
  }

  func fetchWebhook(
    _ call: SessionAPI.FetchWebhook, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.WebhookReply {
    try check(id: call.id)
    let found = try await read(caller) { user, rows in try WebhookStore.webhook(user, call.id, rows)?.webhook }
    guard let found else { throw .noWebhook }
    return SessionAPI.WebhookReply(found)
  }

  /// The kept response. It contains the secret only in encrypted form.
  private struct KeptWebhook: Codable {
    var reply: SessionAPI.CreatedWebhook
    var secret: SealedSecret
  }

  /// A call with a key that was used before returns the secret again.
  func createWebhook(
    _ call: SessionAPI.CreateWebhook, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.CreatedWebhook> {
    let baseline = Self.reportUnlocks(call.events) ? await standingsIfPossible(caller) : nil
    guard var keyed = try caller.keyedCall(SessionAPI.CreateWebhook.name) else {
      return try await command(caller) { [self] in try create(call, baseline, $0) }
    }
    let key = keyed.key
    keyed.key = SealedSecret.name(of: key)
    return try await self.keyed(caller, keyed, cost: 1) { [self] transaction in
      try create(call, baseline, transaction)
    } kept: { written in
      var kept = KeptWebhook(
        reply: written.value, secret: SealedSecret(Array(written.value.secret.utf8), key: key))
      kept.reply.secret = ""
      return try CBOREncoder.encode(kept)
    } repeated: { reply in
      let kept = try Self.stored(KeptWebhook.self, reply)
      var written = Written(created: true, replayed: true, value: kept.reply)
      written.value.secret = String(decoding: try kept.secret.opened(by: key), as: UTF8.self)
      return written
    }
  }

  private func create(
    _ call: SessionAPI.CreateWebhook, _ standings: UnlockStandings?, _ transaction: UserTransaction
  ) throws -> Written<SessionAPI.CreatedWebhook> {
    let (user, rows) = (transaction.user, transaction.rows)
    try (Self.violations(url: call.url) + WebhookRules.violations(events: call.events)).reject()
    guard try WebhookStore.webhooks(of: user, rows).count < WebhookRules.mostWebhooks else {
      throw Fault(.conflict, "the user has the maximum number of webhooks; delete one first")
    }
    let secret = WebhookSecret()
    let webhook = Webhook(
      id: Tokens.id(ofHash: RandomBytes.make(SHA256.byteCount)), url: call.url, events: call.events,
      isOn: call.isOn ?? true, createdAt: transaction.now)
    let sealed = secret.sealed(try sealingKey(), user: user, webhook: webhook.id)
    try WebhookStore.save(StoredWebhook(webhook: webhook, secret: sealed), of: user, transaction.storage)
    try follow(standings, transaction)
    return Written(created: true, value: SessionAPI.CreatedWebhook(webhook, secret: secret.text))
  }

  func sealingKey() throws(Fault) -> SealingKey {
    do {
      return try people.sealing.current()
    } catch {
      log.error("the secret key cannot be used", ["error": "\(error)"])
      throw Fault(.unavailable, "the secret key of this server cannot be used; see its log")
    }
  }

  private static func reportUnlocks(_ events: [String]) -> Bool {
    events == [WebhookEvent.every] || events.contains { WebhookEvent(rawValue: $0)?.isUnlock == true }
  }

  /// The unlocks until now, which are not reported. If the view is unavailable, the first search reads them.
  private func standingsIfPossible(_ caller: CallerContext) async -> UnlockStandings? {
    guard let user = try? caller.validUser() else { return nil }
    return try? await webhooks.standings(user)
  }

  /// Lets the runner search the journal from here on.
  private func follow(_ standings: UnlockStandings?, _ transaction: UserTransaction) throws {
    let (user, head) = (transaction.user, transaction.seq)
    let stored = try WebhookCursorStore.cursor(user, transaction.rows)
    var cursor = stored ?? WebhookCursor(seq: head, unlockSeq: head, baseline: nil)
    if cursor.baseline == nil, let standings {
      let today = transaction.calendar(zones).day(of: transaction.now)
      (cursor.baseline, cursor.unlockSeq) = (UnlockBaseline(standings, on: today), head)
    }
    if cursor != stored { try WebhookCursorStore.save(cursor, of: user, transaction.storage) }
    transaction.storage.afterCommit { [webhooks = heads.webhooks] in webhooks.watch(user) }
  }

  func patchWebhook(
    _ call: SessionAPI.PatchWebhook, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.WebhookReply> {
    try check(id: call.id)
    let mayReport = call.events.value.map(Self.reportUnlocks) ?? (call.isOn.value == true)
    let baseline = mayReport ? await standingsIfPossible(caller) : nil
    return try await command(caller) { [self] transaction in
      let user = transaction.user
      guard var stored = try WebhookStore.webhook(user, call.id, transaction.rows) else { throw Fault.noWebhook }
      let wasOn = stored.webhook.isOn
      try Self.apply(call, to: &stored.webhook).reject()
      if stored.webhook.isOn, !wasOn { stored.webhook.failingSince = nil }
      if !stored.webhook.isOn { try DeliveryStore.deleteAll(of: call.id, user, transaction.storage) }
      try WebhookStore.save(stored, of: user, transaction.storage)
      try follow(baseline, transaction)
      return Written(created: false, value: SessionAPI.WebhookReply(stored.webhook))
    }
  }

  private static func apply(_ call: SessionAPI.PatchWebhook, to webhook: inout Webhook) -> [Rejection.Violation] {
    var violations: [Rejection.Violation] = []
    switch call.url {
    case .unchanged: break
    case .cleared: violations.append(.init("url", "must not be null"))
    case .set(let url):
      violations += Self.violations(url: url)
      webhook.url = url
    }
    switch call.events {
    case .unchanged: break
    case .cleared: violations.append(.init("events", "must not be null"))
    case .set(let events):
      violations += WebhookRules.violations(events: events)
      webhook.events = events
    }
    switch call.isOn {
    case .unchanged: break
    case .cleared: violations.append(.init("isOn", "must not be null"))
    case .set(let isOn): webhook.isOn = isOn
    }
    return violations
  }

  private static func violations(url: String) -> [Rejection.Violation] {
    WebhookRules.violations(url: url, isAddress: ServerAddress(parsing: url) != nil)
  }

  func deleteWebhook(_ call: SessionAPI.DeleteWebhook, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try check(id: call.id)
    return try await command(caller) { transaction in
      guard try WebhookStore.webhook(transaction.user, call.id, transaction.rows) != nil else { throw Fault.noWebhook }
      try WebhookStore.delete(transaction.user, call.id, transaction.storage)
      return Nothing()
    }
  }

  /// Sends a test event, whether or not the webhook is on.
  func testWebhook(
    _ call: SessionAPI.TestWebhook, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.TestWebhook.Reply {
    try check(id: call.id)
    let user = try caller.validUser()
    let found = try await read(caller) { user, rows in try WebhookStore.webhook(user, call.id, rows) }
    guard let found else { throw .noWebhook }
    guard let secret = WebhookSecret(found.secret, try sealingKey(), user: user, webhook: call.id) else {
      throw Fault(.conflict, WebhookRunner.noKey + "; delete the webhook and create another")
    }
    try outboundCalls.begin(user)
    defer { outboundCalls.end(user) }
    let now = now()
    let message = WebhookMessage(WebhookEvent.test, at: now, data: "{}", .test)
    let reply = try await webhooks.fetch(.delivery(of: message, to: found.webhook.url, by: secret, at: now))
    let outcome = reply.outcome
    return try await command(caller) { transaction in
      if var stored = try WebhookStore.webhook(user, call.id, transaction.rows) {
        let (isOn, failingSince) = (stored.webhook.isOn, stored.webhook.failingSince)
        stored.webhook.note(outcome, of: WebhookEvent.test, at: transaction.now)
        // Only events switch it off.
        stored.webhook.isOn = isOn
        if !outcome.isSuccess { stored.webhook.failingSince = failingSince }
        try WebhookStore.save(stored, of: user, transaction.storage)
      }
      return SessionAPI.TestWebhook.Reply(status: outcome.status, problem: outcome.problem)
    }
  }
}

extension Fault {
  static let noWebhook = Fault(.notFound, "this webhook does not exist")
}
