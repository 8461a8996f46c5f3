import API
import Crypto
import Proto

/// The credential that a stream or an import was started with.
struct HeldCredential: Hashable, Sendable {
  let digest: SHA256.Digest
  let user: String
  /// When it expires, in seconds since 1970.
  let endsAt: Int64?
  /// Whether SessionSvc can revoke it.
  let isRevocable: Bool
}

extension HeldCredential {
  /// Returns nil if the request had no credentials.
  init?(_ identity: Identity) {
    guard let digest = identity.hash else { return nil }
    self.init(digest: digest, user: identity.user, endsAt: identity.endsAt, isRevocable: identity.tokenID != nil)
  }
}

extension Credentials {
  /// Calls `done` with the credentials that are expired or revoked, or whose user is disabled. A credential that cannot
  /// be checked now stays valid until the next check.
  func findEnded(_ held: [HeldCredential], second: Int64, _ done: @escaping ([HeldCredential]) -> Void) {
    var ended: [HeldCredential] = []
    var others: [HeldCredential] = []
    for credential in held {
      if let endsAt = credential.endsAt, second >= endsAt {
        ended.append(credential)
      } else {
        others.append(credential)
      }
    }
    findRevoked(others[...], ended, done)
  }

  /// Sends one call after the other.
  private func findRevoked(
    _ left: ArraySlice<HeldCredential>, _ ended: [HeldCredential], _ done: @escaping ([HeldCredential]) -> Void
  ) {
    let part = Array(left.prefix(Limits.tokensPerCheck))
    let revocable = part.filter(\.isRevocable)
    let users = Set(part.filter { !$0.isRevocable }.map(\.user)).sorted()
    let call = SessionAPI.CheckTokens(
      hashes: revocable.flatMap { $0.digest.withUnsafeBytes { Array($0) } }, users: users.isEmpty ? nil : users)
    guard !part.isEmpty else { return done(ended) }
    session.send(call, CallMeta(deadline: Int(Limits.verifyMilliseconds))) { [self] result in
      var ended = ended
      if case .success(let reply) = result {
        ended += reply.ended.filter(revocable.indices.contains).map { revocable[$0] }
        let disabled = Set(reply.disabled ?? [])
        ended += part.filter { !$0.isRevocable && disabled.contains($0.user) }
      }
      findRevoked(left.dropFirst(part.count), ended, done)
    }
  }
}
