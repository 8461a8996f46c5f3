import API
import Chronology
import Crypto
import Domain
import Proto
import Service
import Storage
import WebAuthn

// Signing in and confirming a session with a passkey.
extension SessionHandlers {
  func makeSignInOptions(
    _ call: SessionAPI.MakeSignInOptions, _ caller: CallerContext
  ) async throws(Fault) -> Challenged<SessionAPI.PasskeyRequestOptions> {
    let site = try site(of: call.visitor)
    let challenge = PasskeyChallenge(.use, at: site, now: now())
    let options = SessionAPI.PasskeyRequestOptions(
      site: site.id, challenge: Base64URL.encode(challenge.bytes),
      milliseconds: Int(PasskeyChallenge.seconds) * 1_000)
    do {
      return try challenged(options, challenge)
    } catch {
      throw fault(error, caller)
    }
  }

  func signInWithPasskey(
    _ call: SessionAPI.SignInWithPasskey, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.BrowserCookie {
    let proof = try await prove(call.id, call.type, call.response, call.visitor, caller)
    return try await command(CallerContext(user: proof.passkey.user, trace: caller.trace)) { [self] transaction in
      try accept(proof, transaction)
      return try openSession(SessionOrigin(method: .passkey), call.visitor, transaction)
    }
  }

  /// Makes a session fresh with a passkey of its person.
  func confirm(
    _ id: String, _ call: SessionAPI.ConfirmSession, _ response: SessionAPI.AssertionResponse, _ caller: CallerContext
  ) async throws(Fault) -> Nothing {
    let user = try caller.validUser()
    let proof = try await prove(id, call.type, response, call.visitor, caller)
    guard proof.passkey.user == user else { throw Fault.badToken }
    return try await command(caller) { [self] transaction in
      try accept(proof, transaction)
      guard let id = call.maker?.id else { return Nothing() }
      try TokenStore.setConfirmed(id, of: user, at: transaction.now, transaction.storage)
      return Nothing()
    }
  }

  /// A passkey whose use was checked, and the challenge that it has signed.
  private struct Proof: Sendable {
    var passkey: StoredPasskey
    var signCount: UInt32
    var challenge: PasskeyChallenge
  }

  /// Every mistake gets the same fault.
  private func prove(
    _ id: String, _ type: String?, _ response: SessionAPI.AssertionResponse, _ visitor: SessionAPI.Visitor?,
    _ caller: CallerContext
  ) async throws(Fault) -> Proof {
    let site = try site(of: visitor)
    guard type ?? "public-key" == "public-key", let credential = Base64URL.decode(id),
      let clientData = Base64URL.decode(response.clientDataJSON),
      let authenticatorData = Base64URL.decode(response.authenticatorData),
      let signature = Base64URL.decode(response.signature)
    else { throw Fault.badToken }
    let found: (challenge: PasskeyChallenge, passkey: StoredPasskey, handle: [UInt8]?, isDisabled: Bool)?
    do {
      let key = try people.sealing.current()
      let challenge = PasskeyChallenge.open(visitor?.challenge, .use, at: site, now: now(), with: key)
      found = try await database.read(user: Self.unknownUserQueue) { rows in
        guard let challenge, let passkey = try PasskeyStore.passkey(credential: credential, rows) else { return nil }
        let handle = try PasskeyStore.handle(of: passkey.user, rows)
        return (challenge, passkey, handle, try PersonStore.isDisabled(passkey.user, rows))
      }
    } catch {
      throw fault(error, caller)
    }
    guard let (challenge, passkey, handle, isDisabled) = found else { throw Fault.badToken }
    let sentHandle = response.userHandle.flatMap { Base64URL.decode($0) }
    do throws(CredentialError) {
      let assertion = Assertion(
        clientData: clientData, authenticatorData: authenticatorData, signature: signature)
      let count = try assertion.check(
        CredentialKey(cose: passkey.publicKey), signCount: passkey.signCount, challenge: challenge.bytes,
        party: RelyingParty(site))
      if passkey.site == site.id, sentHandle != nil, sentHandle == handle, !isDisabled {
        return Proof(passkey: passkey, signCount: count, challenge: challenge)
      }
    } catch {
      log.warning(
        "a passkey was not accepted", ["user": passkey.user, "passkey": passkey.id, "reason": error.reason],
        trace: caller.trace)
    }
    noteFailure(.passkey, visitor, of: passkey.user)
    throw Fault.badToken
  }

  /// Throws if the challenge was used, or if the passkey was removed or used since the check.
  private func accept(_ proof: Proof, _ transaction: UserTransaction) throws {
    let passkey = proof.passkey
    guard try PasskeyStore.passkey(credential: passkey.credential, transaction.rows) == passkey,
      try UsedProofStore.use(
        .challenge, proof.challenge.bytes, until: proof.challenge.expiresAt, at: transaction.now, transaction.storage)
    else { throw Fault.badToken }
    try PasskeyStore.setUse(
      passkey.credential, signCount: proof.signCount, at: transaction.now, transaction.storage)
  }
}
