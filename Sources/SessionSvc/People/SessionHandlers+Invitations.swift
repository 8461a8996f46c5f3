import API
import Chronology
import Crypto
import Domain
import Proto
import Storage

extension SessionHandlers {
  func createPerson(
    _ call: SessionAPI.CreatePerson, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.InvitedPerson> {
    let written: Written<SessionAPI.InvitedPerson> = try await keptSecret(caller, SessionAPI.CreatePerson.name) {
      [self] transaction, now in
      try checkAdmin(caller, call.maker, isFresh: true, at: now, transaction.rows)
      let violations =
        PersonRules.violations(ofUserId: call.userId, "userId")
        + PersonRules.violations(ofDisplayName: call.displayName)
      try violations.reject()
      try invite(
        StoredPerson(
          user: call.userId, role: call.role ?? .member, state: .invited, displayName: call.displayName,
          createdAt: now),
        transaction)
      let link = try invitation(to: call.userId, by: caller.user, origin: call.origin, at: now, transaction)
      guard let person = try personReply(call.userId, transaction.rows) else { throw Fault.noPerson }
      return SessionAPI.InvitedPerson(person, link)
    }
    if written.replayed != true { noteChange(of: call.userId, by: caller, "invited") }
    return written
  }

  /// Adds a person who may sign in by an invitation. The command has locked `PersonStore.lock`.
  func invite(_ person: StoredPerson, _ transaction: Transaction) throws {
    guard try !PersonStore.exists(person.user, transaction.rows) else {
      throw Fault(.conflict, "the user id is taken; choose another one")
    }
    guard try PersonStore.count(transaction.rows) < PersonRules.most else {
      throw Fault(.conflict, "this server has \(PersonRules.most) people, which is the maximum")
    }
    try PersonStore.save(person, transaction)
  }

  func invitePerson(
    _ call: SessionAPI.InvitePerson, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.InvitationLink> {
    let written: Written<SessionAPI.InvitationLink> = try await keptSecret(caller, SessionAPI.InvitePerson.name) {
      [self] transaction, now in
      try checkAdmin(caller, call.maker, isFresh: true, at: now, transaction.rows)
      return try invitation(to: call.id, by: caller.user, origin: call.origin, at: now, transaction)
    }
    if written.replayed != true { noteChange(of: call.id, by: caller, "invited") }
    return written
  }

  private func invitation(
    to user: String, by admin: String?, origin: String?, at now: Instant, _ transaction: Transaction
  ) throws -> SessionAPI.InvitationLink {
    let end = now + PersonRules.invitationSeconds
    let code = try invitationCode(to: user, by: admin, until: end, at: now, transaction)
    return SessionAPI.InvitationLink(url: PersonLink.invitation(code, at: origin), expiresAt: end)
  }

  /// Creates a code for a person, whose earlier codes end.
  func invitationCode(
    to user: String, by admin: String?, until end: Instant, at now: Instant, _ transaction: Transaction
  ) throws -> String {
    guard try PersonStore.exists(user, transaction.rows), try !ErasureStore.isErasing(user, transaction.rows) else {
      throw Fault.noPerson
    }
    if try PersonStore.isDisabled(user, transaction.rows) {
      throw Fault(.conflict, "this person is disabled; enable them first")
    }
    try InvitationStore.delete(of: user, transaction)
    let (code, invitation) = Self.invitation(of: user, role: .member, by: admin, until: end, at: now)
    try InvitationStore.insert(invitation, transaction)
    return code
  }

  private static func invitation(
    of user: String?, role: PersonRole, by admin: String?, until end: Instant, at now: Instant
  ) -> (code: String, StoredInvitation) {
    let code = Base64URL.encode(RandomBytes.make(32))
    let hash = SHA256.hash(code)
    return (
      code,
      StoredInvitation(
        hash: hash, id: Tokens.id(ofHash: hash), user: user, role: role, madeBy: admin, createdAt: now, expiresAt: end)
    )
  }

  func createInvitation(
    _ call: SessionAPI.CreateInvitation, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.CreatedInvitation> {
    try await keptSecret(caller, SessionAPI.CreateInvitation.name) { [self] transaction, now in
      try checkAdmin(caller, call.maker, isFresh: true, at: now, transaction.rows)
      try PersonRules.check(end: call.expiresAt, now: now)
      let end = call.expiresAt ?? now + PersonRules.invitationSeconds
      let made = try openInvitation(call.role ?? .member, by: caller.user, until: end, at: now, transaction)
      return SessionAPI.CreatedInvitation(
        made.invitation.reply, url: PersonLink.invitation(made.code, at: call.origin))
    }
  }

  /// Creates a link whose guest chooses the user id.
  func openInvitation(
    _ role: PersonRole, by admin: String?, until end: Instant, at now: Instant, _ transaction: Transaction
  ) throws -> (code: String, invitation: StoredInvitation) {
    try InvitationStore.purge(before: now, transaction)
    guard try InvitationStore.openCount(at: now, transaction.rows) < SessionLimits.openInvitations else {
      throw Fault(.conflict, "there are \(SessionLimits.openInvitations) open invitations; delete one first")
    }
    guard try PersonStore.count(transaction.rows) < PersonRules.most else {
      throw Fault(.conflict, "this server has \(PersonRules.most) people, which is the maximum")
    }
    let made = Self.invitation(of: nil, role: role, by: admin, until: end, at: now)
    try InvitationStore.insert(made.1, transaction)
    return made
  }

  func listInvitations(
    _ call: SessionAPI.ListInvitations, _ caller: CallerContext
  ) async throws(Fault) -> Encoded<Page<SessionAPI.InvitationReply>> {
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    let after = try paging.cursor.map(Self.place) ?? (Int64.min, "")
    let now = now()
    return try await read(caller, cost: paging.cost) { [self] _, rows in
      try checkAdmin(caller, call.maker, isFresh: false, at: now, rows)
      let found = try InvitationStore.open(at: now, after: after, limit: paging.limit + 1, rows)
      return try paging.page(found, key: { "\($0.createdAt.seconds) \($0.id)" }, item: \.reply)
    }
  }

  func deleteInvitation(_ call: SessionAPI.DeleteInvitation, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try check(id: call.id)
    return try await peopleCommand(caller) { [self] transaction, now in
      try checkAdmin(caller, call.maker, isFresh: true, at: now, transaction.rows)
      guard try InvitationStore.deleteOpen(id: call.id, transaction) else {
        throw Fault(.notFound, "no invitation has this id")
      }
      return Nothing()
    }
  }

  /// Like `keyed`, for commands about people whose reply contains a secret. The kept reply is encrypted with the key.
  private func keptSecret<Value: Codable & Sendable>(
    _ caller: CallerContext, _ method: String, _ body: @escaping @Sendable (Transaction, Instant) throws -> Value
  ) async throws(Fault) -> Written<Value> {
    let user = try caller.validUser()
    guard var keyed = try caller.keyedCall(method) else {
      return Written(created: true, value: try await peopleCommand(caller, body))
    }
    let key = keyed.key
    keyed.key = SealedSecret.name(of: key)
    return try await peopleCommand(caller) { [keyed] transaction, now in
      if let first = try IdempotencyStore.reply(to: keyed, of: user, transaction.rows) {
        let opened = try Self.stored(SealedSecret.self, first).opened(by: key)
        return Written(created: true, replayed: true, value: try Self.stored(Value.self, opened))
      }
      let value = try body(transaction, now)
      let sealed = SealedSecret(try CBOREncoder.encode(value), key: key)
      try IdempotencyStore.keep(try CBOREncoder.encode(sealed), for: keyed, of: user, at: now, transaction)
      return Written(created: true, value: value)
    }
  }
}

extension StoredInvitation {
  var reply: SessionAPI.InvitationReply {
    SessionAPI.InvitationReply(id: id, role: role, createdAt: createdAt, expiresAt: expiresAt)
  }
}

/// Links that let people in. The code is in the fragment, which a browser never sends.
public enum PersonLink {
  public static func invitation(_ code: String, at origin: String?) -> String { "\(origin ?? "")/#invitation=\(code)" }
  public static func setUp(_ code: String, at origin: String?) -> String { "\(origin ?? "")/#setup=\(code)" }
}
