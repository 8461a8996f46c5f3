import API
import Crypto
import Proto

/// What something that stays open was opened with.
struct HeldCredential: Hashable, Sendable {
  let digest: SHA256.Digest
  /// When it ends by itself, in seconds since 1970.
  let endsAt: Int64?
  /// It is the journal's service that knows of its end.
  let isRevocable: Bool
}

extension HeldCredential {
  /// Whatever names who is asking; nil where nothing was presented.
  init?(_ identity: Identity) {
    guard let digest = identity.hash else { return nil }
    self.init(digest: digest, endsAt: identity.endsAt, isRevocable: identity.tokenID != nil)
  }
}

extension Credentials {
  /// Hands those to `done` that are good no longer. Where that cannot be found out now, they wait for the next check.
  func findEnded(_ held: [HeldCredential], second: Int64, _ done: @escaping ([HeldCredential]) -> Void) {
    var ended: [HeldCredential] = []
    var asked: [HeldCredential] = []
    for credential in held {
      if let endsAt = credential.endsAt, second >= endsAt {
        ended.append(credential)
      } else if credential.isRevocable {
        asked.append(credential)
      }
    }
    findRevoked(asked[...], ended, done)
  }

  /// One question after the other.
  private func findRevoked(
    _ left: ArraySlice<HeldCredential>, _ ended: [HeldCredential], _ done: @escaping ([HeldCredential]) -> Void
  ) {
    let part = Array(left.prefix(Limits.tokensPerCheck))
    let call = SessionAPI.CheckTokens(hashes: part.flatMap { $0.digest.withUnsafeBytes { Array($0) } })
    guard !part.isEmpty, let argument = try? CBOREncoder.encode(call) else { return done(ended) }
    let meta = CallMeta(deadline: Int(Limits.verifyMilliseconds))
    session.call(SessionAPI.CheckTokens.name, meta, argument) { [self] answer in
      var ended = ended
      if case .reply(let bytes, _) = answer,
        let reply = try? CBORDecoder.decode(SessionAPI.CheckTokens.Reply.self, from: bytes)
      {
        ended += reply.ended.filter(part.indices.contains).map { part[$0] }
      }
      findRevoked(left.dropFirst(part.count), ended, done)
    }
  }
}
