import API
import Chronology
import Crypto
import Domain
import Proto
import Storage

extension SessionHandlers {
  /// The kept response. It contains the secret only in encrypted form.
  private struct Kept: Codable {
    var share: Share
    var origin: String?
    var secret: SealedSecret
  }

  func createShare(
    _ call: SessionAPI.CreateShare, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.CreatedShare> {
    guard var keyed = try caller.keyedCall(SessionAPI.CreateShare.name) else {
      return try await command(caller) { transaction in try transaction.share(call).written }
    }
    let key = keyed.key
    keyed.key = SealedSecret.name(of: key)
    let made = try await self.keyed(caller, keyed, cost: 1) { transaction in
      try transaction.share(call)
    } kept: { made in
      try CBOREncoder.encode(
        Kept(share: made.share, origin: made.origin, secret: SealedSecret(made.secret.bytes, key: key)))
    } repeated: { reply in
      let kept = try Self.stored(Kept.self, reply)
      return MadeShare(
        share: kept.share, origin: kept.origin, secret: try ShareSecret(kept.secret, key: key), isReplayed: true)
    }
    return made.written
  }

  func listShares(
    _ call: SessionAPI.ListShares, _ caller: CallerContext
  ) async throws(Fault) -> Encoded<Page<SessionAPI.ShareReply>> {
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    var place = (created: Int64.max, id: "")
    if let cursor = paging.cursor {
      let parts = cursor.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let created = Int64(parts[0]) else { throw Paging.badCursor }
      place = (created, String(parts[1]))
    }
    return try await read(caller, cost: paging.cost) { [place] user, rows in
      let found = try ShareStore.shares(user, before: place.created, place.id, limit: paging.limit + 1, rows)
      return try paging.page(found, key: { "\($0.createdAt.seconds) \($0.id)" }, item: SessionAPI.ShareReply.init)
    }
  }

  func deleteShare(_ call: SessionAPI.DeleteShare, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try check(id: call.id)
    return try await command(caller) { transaction in
      guard let share = try ShareStore.share(transaction.user, call.id, transaction.rows) else { throw Fault.noShare }
      try transaction.delete(share)
      return Nothing()
    }
  }

  /// Unknown, expired and deleted links get the same response after one lookup.
  func resolveShare(
    _ call: SessionAPI.ResolveShare, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.ResolveShare.Reply {
    let found: (user: String, share: Share)?
    do {
      found = try await database.read(user: Self.shareQueue) { [now = now()] rows in
        guard let found = try ShareStore.share(hash: call.hash, at: now, rows),
          try !PersonStore.isDisabled(found.user, rows)
        else { return nil }
        return found
      }
    } catch {
      throw fault(error, caller)
    }
    guard let found else { throw Fault.noShare }
    return try SessionAPI.ResolveShare.Reply(found.share, of: found.user, as: call.form, in: call.lang)
  }

  /// Not a valid user id: calls with only a link share this queue.
  private static let shareQueue = "  "
}

/// A new link with its secret.
private struct MadeShare: Sendable {
  var share: Share
  var origin: String?
  var secret: ShareSecret
  var isReplayed = false

  var written: Written<SessionAPI.CreatedShare> {
    Written(
      created: true, replayed: isReplayed,
      value: SessionAPI.CreatedShare(share, url: secret.url(origin: origin)))
  }
}

extension UserTransaction {
  fileprivate func share(_ call: SessionAPI.CreateShare) throws -> MadeShare {
    let options = call.options ?? ShareOptions()
    try ShareRules.check(call.picture, options, expiresAt: call.expiresAt, now: now)
    let known = try ShareStore.shares(
      user, before: .max, "", limit: ShareRules.mostShares, rows)
    // Expired links are deleted to make room.
    let expired = known.filter { !$0.isGood(at: now) }
    for share in expired { try delete(share) }
    try ShareRules.check(count: known.count - expired.count)
    let secret = ShareSecret()
    let share = Share(
      id: Tokens.id(ofHash: secret.hash), picture: call.picture, theme: call.theme ?? .auto, options: options,
      createdAt: now, expiresAt: call.expiresAt)
    try ShareStore.insert(share, hash: secret.hash, of: user, storage)
    try append(.shares(.created(ShareCreated(share: share, hash: secret.hash))))
    return MadeShare(share: share, origin: call.origin, secret: secret)
  }

  fileprivate func delete(_ share: Share) throws {
    try ShareStore.delete(user, share.id, storage)
    try append(.shares(.deleted(ShareDeleted(share: share))))
  }
}

extension Fault {
  static let noShare = Fault(.notFound, "this share does not exist")
}
