import API
import Chronology
import Domain
import Glibc
import Proto
import Service
import Storage

extension SessionHandlers {
  var admins: Admins { Admins(named: people.admins) }

  /// Runs a command about people. Such commands run one after the other, on all hosts. The first admin, however made,
  /// ends the set-up links.
  func peopleCommand<T: Sendable>(
    _ caller: CallerContext, _ body: @escaping @Sendable (Transaction, Instant) throws -> T
  ) async throws(Fault) -> T {
    do {
      let now = now()
      let (result, isSetUp) = try await database.write(user: caller.user ?? Self.unknownUserQueue) {
        [admins] transaction in
        try caller.checkTime()
        try PersonStore.lock(transaction)
        let result = try body(transaction, now)
        let isSetUp = try admins.exist(transaction.rows)
        if isSetUp { try SetupStore.deleteAll(transaction) }
        return (result, isSetUp)
      }
      if isSetUp { deleteSetUpLink() }
      return result
    } catch {
      throw fault(error, caller)
    }
  }

  /// Deletes this host's file, whose link does not work any more.
  func deleteSetUpLink() {
    if let file = people.setupLink { unlink(file) }
  }

  /// Throws unless the caller is an active admin in a browser. `isFresh` says whether the sign-in must be recent.
  func checkAdmin(_ caller: CallerContext, _ maker: SessionAPI.Maker?, isFresh: Bool, at now: Instant, _ rows: Rows)
    throws
  {
    let user = try caller.validUser()
    guard let maker, maker.isBrowser else { throw Fault.needsAdmin }
    let person = try PersonStore.person(user, rows)
    guard admins.role(of: user, person) == .admin, person?.state ?? .active == .active else { throw Fault.needsAdmin }
    if maker.proof == .proxy { return }
    guard let id = maker.id, let session = try TokenStore.token(id, of: user, rows), session.isGood(at: now) else {
      throw Fault.badToken
    }
    // The method of a session of an earlier version is unknown.
    guard let method = session.method else { throw Fault.needsFreshSignIn }
    guard method != .token else { throw Fault.needsAdmin }
    if isFresh, !session.isFresh(at: now, hasBetterProof: true) { throw Fault.needsFreshSignIn }
  }

  func listPeople(
    _ call: SessionAPI.ListPeople, _ caller: CallerContext
  ) async throws(Fault) -> Encoded<Page<SessionAPI.PersonReply>> {
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    let now = now()
    let ids = try await read(caller, cost: paging.cost) { [self] user, rows in
      try checkAdmin(caller, call.maker, isFresh: false, at: now, rows)
      return try PersonStore.ids(after: paging.cursor ?? "", limit: paging.limit + 1, rows)
    }
    // One read per person, so that other calls run between them.
    var found: [SessionAPI.PersonReply] = []
    for id in ids {
      if let reply = try await read(caller, { [self] _, rows in try personReply(id, rows) }) { found.append(reply) }
    }
    do {
      return try paging.page(found, key: \.userId) { $0 }
    } catch {
      throw fault(error, caller)
    }
  }

  /// Returns nil if no person has this id.
  func personReply(_ user: String, _ rows: Rows) throws -> SessionAPI.PersonReply? {
    let person = try PersonStore.person(user, rows)
    guard let account = try AccountList.summary(of: user, rows) else { return nil }
    let uses = memory.uses(of: try TokenStore.tokens(of: user, rows).map(\.id)).values.max()
    let seenAt = [account.lastActivityAt, uses].compactMap { $0 }.max()
    return SessionAPI.PersonReply(
      userId: user, displayName: try UserStore.record(user, rows)?.profile.displayName ?? person?.displayName,
      role: admins.role(of: user, person), state: account.state, createdAt: account.createdAt,
      lastSeenAt: seenAt.map { $0 + -($0.seconds % 60) }, hasPassword: account.hasPassword,
      passkeys: account.passkeys, links: account.links,
      events: account.events, bytes: account.bytes)
  }

  func patchPerson(
    _ call: SessionAPI.PatchPerson, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.PersonReply> {
    let change = try PersonChange(call)
    let reply = try await peopleCommand(caller) { [self] transaction, now in
      try checkAdmin(caller, call.maker, isFresh: true, at: now, transaction.rows)
      try apply(change, to: call.id, at: now, transaction)
      guard let reply = try personReply(call.id, transaction.rows) else { throw Fault.noPerson }
      return reply
    }
    noteChange(of: call.id, by: caller, "changed")
    return Written(created: false, value: reply)
  }

  /// Applies a change. The command has locked `PersonStore.lock`.
  func apply(_ change: PersonChange, to user: String, at now: Instant, _ transaction: Transaction) throws {
    let account = try UserStore.record(user, transaction.rows)
    var person = try existing(user, at: now, transaction)
    if let role = change.role, role != admins.role(of: user, person) {
      guard !people.admins.contains(user) else {
        throw Fault(.conflict, "the server's settings make this person an admin")
      }
      if role == .member { try leaveOffice(user, transaction) }
      person.role = role
    }
    if let state = change.state, state != person.state {
      switch (state, person.state) {
      case (.active, .invited): throw Fault(.conflict, "an invited person becomes active by signing in")
      case (.disabled, _):
        try leaveOffice(user, transaction)
        try TokenStore.revokeBrowsers(of: user, at: now, transaction)
        person.state = .disabled
      // A person who was disabled before the first sign-in is invited again.
      default: person.state = account == nil && person.password == nil ? .invited : .active
      }
    }
    try PersonStore.save(person, transaction)
    guard change.displayName != .unchanged else { return }
    guard account != nil else {
      person.displayName = change.displayName.value
      return try PersonStore.save(person, transaction)
    }
    try edit(ProfileEdit(displayName: change.displayName), of: user, at: now, transaction)
  }

  /// Returns the row of a person who exists, or the one that the person would have.
  func existing(_ user: String, at now: Instant, _ transaction: Transaction) throws -> StoredPerson {
    let rows = transaction.rows
    guard try PersonStore.exists(user, rows), try !ErasureStore.isErasing(user, rows) else { throw Fault.noPerson }
    if let person = try PersonStore.person(user, rows) { return person }
    return StoredPerson(user: user, createdAt: try UserStore.record(user, rows)?.profile.createdAt ?? now)
  }

  /// Changes the profile of a user in the transaction of another one.
  func edit(_ edit: ProfileEdit, of user: String, at now: Instant, _ transaction: Transaction) throws {
    let own = try UserTransaction(user: user, now: now, storage: transaction)
    let event = try edit.outcome(for: own.record.profile, own.record.settings, zones: zones, now: now)
    if let event { try own.change(event) }
    try own.close(publishingTo: heads, hosts)
  }

  /// Throws for the last admin. The open links of a person who is no longer an admin end.
  func leaveOffice(_ user: String, _ transaction: Transaction) throws {
    try admins.checkRemains(without: user, transaction.rows)
    try InvitationStore.deleteOpen(madeBy: user, transaction)
  }

  func deletePerson(_ call: SessionAPI.DeletePerson, _ caller: CallerContext) async throws(Fault) -> Nothing {
    let now = now()
    @Sendable func check(_ rows: Rows) throws {
      try checkAdmin(caller, call.maker, isFresh: true, at: now, rows)
      guard try PersonStore.exists(call.id, rows) else { throw Fault.noPerson }
      guard call.userId == call.id else { throw Rejection("userId", "must repeat the user id of the person") }
      try admins.checkRemains(without: call.id, rows)
    }
    // An erasure begins before its transaction, so a caller who may not delete the person is rejected first.
    try await read(caller) { _, rows in try check(rows) }
    let done = try await erase(call.id, caller) { rows in try check(rows) }
    noteChange(of: call.id, by: caller, "deleted")
    return done
  }

  /// Logs a change of another person.
  func noteChange(of user: String, by caller: CallerContext, _ change: String) {
    log.info(
      "an admin has changed a person", ["admin": caller.user ?? "", "person": user, "change": change],
      trace: caller.trace)
  }
}

/// A validated change of a person.
struct PersonChange: Sendable {
  var displayName = Patch<String>.unchanged
  var role: PersonRole?
  var state: PersonState?

  init(displayName: Patch<String> = .unchanged, role: PersonRole? = nil, state: PersonState? = nil) {
    self.displayName = displayName
    self.role = role
    self.state = state
  }

  init(_ call: SessionAPI.PatchPerson) throws(Fault) {
    var violations: [Rejection.Violation] = []
    displayName = call.displayName
    if case .set(let name) = displayName { violations += PersonRules.violations(ofDisplayName: name) }
    switch call.role {
    case .unchanged: break
    case .cleared: violations.append(.init("role", "must not be null"))
    case .set(let role): self.role = role
    }
    switch call.state {
    case .unchanged: break
    case .set(let state) where state != .invited: self.state = state
    case .set, .cleared: violations.append(.init("state", "must be active or disabled"))
    }
    do {
      try violations.reject()
    } catch {
      throw Fault(error)
    }
  }
}
