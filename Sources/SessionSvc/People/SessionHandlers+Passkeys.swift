import API
import Chronology
import Crypto
import Domain
import Proto
import Storage
import WebAuthn

// Adding and managing passkeys.
extension SessionHandlers {
  func makePasskeyOptions(
    _ call: SessionAPI.MakePasskeyOptions, _ caller: CallerContext
  ) async throws(Fault) -> Challenged<SessionAPI.PasskeyCreationOptions> {
    let site = try site(of: call.visitor)
    guard let maker = call.maker, maker.isBrowser else { throw Fault.needsBrowser }
    return try await command(caller) { [self] transaction in
      let (user, rows) = (transaction.user, transaction.rows)
      try checkFresh(maker, of: user, rows)
      let challenge = PasskeyChallenge(.create, of: user, at: site, now: transaction.now)
      let handle = try handle(of: transaction)
      let options = SessionAPI.PasskeyCreationOptions(
        site: site.id,
        user: .init(
          id: Base64URL.encode(handle), name: user, displayName: transaction.record.profile.displayName ?? user),
        challenge: Base64URL.encode(challenge.bytes), algorithms: CredentialKey.algorithms,
        known: try PasskeyStore.passkeys(of: user, rows).map { Base64URL.encode($0.credential) },
        milliseconds: Int(PasskeyChallenge.seconds) * 1_000)
      return try challenged(options, challenge)
    }
  }

  func createPasskey(
    _ call: SessionAPI.CreatePasskey, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.PasskeyReply> {
    let site = try site(of: call.visitor)
    guard let maker = call.maker, maker.isBrowser else { throw Fault.needsBrowser }
    return try await keyed(caller, SessionAPI.CreatePasskey.name) { [self] transaction in
      let (user, rows, now) = (transaction.user, transaction.rows, transaction.now)
      try checkFresh(maker, of: user, rows)
      let key = try people.sealing.current()
      let challenge = PasskeyChallenge.open(
        call.visitor?.challenge, .create, of: user, at: site, now: now, with: key)
      guard let challenge else {
        throw Rejection("response", "has no valid challenge; begin again with POST /passkeys/options")
      }
      let registration = try Self.registration(call, challenge, site)
      guard
        try UsedProofStore.use(.challenge, challenge.bytes, until: challenge.expiresAt, at: now, transaction.storage)
      else {
        throw Rejection("response", "has a challenge that was used; begin again with POST /passkeys/options")
      }
      guard try PasskeyStore.count(of: user, rows) < SessionLimits.passkeysOfUser else {
        throw Fault(.conflict, "a person has at most \(SessionLimits.passkeysOfUser) passkeys; remove one first")
      }
      guard try PasskeyStore.passkey(credential: registration.id, rows) == nil else {
        throw Fault(.conflict, "this passkey exists already")
      }
      let passkey = StoredPasskey(
        id: Tokens.id(ofHash: SHA256.hash(registration.id)), user: user, credential: registration.id,
        publicKey: registration.key, signCount: registration.signCount, site: site.id, name: call.name,
        createdAt: now)
      try PasskeyStore.insert(passkey, transaction.storage)
      return Written(created: true, value: passkey.reply)
    }
  }

  func listPasskeys(
    _ call: SessionAPI.ListPasskeys, _ caller: CallerContext
  ) async throws(Fault) -> Encoded<Page<SessionAPI.PasskeyReply>> {
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    let after = try paging.cursor.map(Self.place) ?? (Int64.min, "")
    return try await read(caller, cost: paging.cost) { user, rows in
      let found = try PasskeyStore.passkeys(of: user, rows).filter { ($0.createdAt.seconds, $0.id) > after }
      return try paging.page(
        Array(found.prefix(paging.limit + 1)), key: { "\($0.createdAt.seconds) \($0.id)" }, item: \.reply)
    }
  }

  func renamePasskey(
    _ call: SessionAPI.RenamePasskey, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.PasskeyReply> {
    guard let maker = call.maker, maker.isBrowser else { throw Fault.needsBrowser }
    return try await command(caller) { transaction in
      guard var passkey = try PasskeyStore.passkey(call.id, of: transaction.user, transaction.rows) else {
        throw Fault.noPasskey
      }
      try PasskeyStore.rename(call.id, of: transaction.user, call.name, transaction.storage)
      passkey.name = call.name
      return Written(created: false, value: passkey.reply)
    }
  }

  func deletePasskey(_ call: SessionAPI.DeletePasskey, _ caller: CallerContext) async throws(Fault) -> Nothing {
    guard let maker = call.maker, maker.isBrowser else { throw Fault.needsBrowser }
    return try await command(caller) { [self] transaction in
      try checkFresh(maker, of: transaction.user, transaction.rows)
      guard try PasskeyStore.delete(call.id, of: transaction.user, transaction.storage) else { throw Fault.noPasskey }
      return Nothing()
    }
  }

  /// Throws if passkeys are off at the address of the request.
  func site(of visitor: SessionAPI.Visitor?) throws(Fault) -> SessionAPI.PasskeySite {
    guard let site = visitor?.site else {
      throw Fault(.notFound, "passkeys are off at this address; they need https and a host name")
    }
    return site
  }

  func challenged<Value>(_ value: Value, _ challenge: PasskeyChallenge) throws -> Challenged<Value> {
    Challenged(
      value: value, challenge: try challenge.sealed(with: people.sealing.current()),
      seconds: Int(PasskeyChallenge.seconds))
  }

  /// The first passkey gives the person a handle, which stays.
  private func handle(of transaction: UserTransaction) throws -> [UInt8] {
    let user = transaction.user
    if let handle = try PasskeyStore.handle(of: user, transaction.rows) { return handle }
    if try PersonStore.person(user, transaction.rows) == nil {
      try PersonStore.save(
        StoredPerson(user: user, createdAt: transaction.record.profile.createdAt), transaction.storage)
    }
    let handle = RandomBytes.make(32)
    try PasskeyStore.setHandle(handle, of: user, transaction.storage)
    return handle
  }

  private static func registration(
    _ call: SessionAPI.CreatePasskey, _ challenge: PasskeyChallenge, _ site: SessionAPI.PasskeySite
  ) throws(Rejection) -> Registration {
    guard call.type ?? "public-key" == "public-key" else { throw Rejection("type", "must be public-key") }
    guard let clientData = Base64URL.decode(call.response.clientDataJSON),
      let attestation = Base64URL.decode(call.response.attestationObject)
    else { throw Rejection("response", "must have members in base64url") }
    do {
      let registration = try Registration(
        clientData: clientData, attestation: attestation, challenge: challenge.bytes, party: RelyingParty(site))
      guard Base64URL.decode(call.id) == registration.id else {
        throw Rejection("id", "must be the id of the credential")
      }
      return registration
    } catch let error as CredentialError {
      throw Rejection("response", "is not accepted: \(error.reason)")
    } catch let rejection as Rejection {
      throw rejection
    } catch {
      throw Rejection("response", "is not accepted")
    }
  }
}

extension RelyingParty {
  init(_ site: SessionAPI.PasskeySite) { self.init(id: site.id, origin: site.origin) }
}

extension Fault {
  fileprivate static let noPasskey = Fault(.notFound, "no passkey of yours has this id")
}
