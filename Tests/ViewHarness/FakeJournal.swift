import API
public import Domain
public import Proto
public import Service
import Synchronization

/// A journal in memory with the same calls as the real one.
public final class FakeJournal: Sendable {
  private struct StoredEvent {
    var event: [UInt8]
    var checksum: Int64
  }

  private struct Contents {
    var rows: [String: [StoredEvent]] = [:]
    /// Every call fails with this fault, if any.
    var fault: Fault?
    /// The held reads, or nil if reads are served immediately.
    var held: [(call: SessionAPI.ReadJournal, open: DeferredReply<SessionAPI.ReadJournal>)]?
    /// The `after` of every read.
    var reads: [Int64] = []
    /// The shared memory, and the places of users in it.
    var writer: SharedHeadsWriter?
    var places: [String: SharedHeads.Place] = [:]

    mutating func append(_ event: [UInt8], to user: String, checksum: Int64) {
      let before = rows[user]?.last?.checksum ?? 0
      rows[user, default: []].append(StoredEvent(event: event, checksum: checksum))
      let seq = Int64(rows[user]?.count ?? 0)
      share(event, of: user, from: CallMeta.Head(seq: seq - 1, checksum: before))
    }

    func share(_ event: [UInt8], of user: String, from before: CallMeta.Head) {
      guard let writer, let place = places[user] else { return }
      let last = CallMeta.Head(seq: before.seq + 1, checksum: rows[user]?.last?.checksum ?? 0)
      writer.store(last, at: place, SharedHeads.Events(from: before, to: last, count: 1, bytes: event))
    }
  }

  private let contents = Mutex(Contents())

  public init() {}

  public func append(_ user: String, _ events: Event..., chain: Int64 = 1_000) throws {
    for event in events {
      let bytes = try CBOREncoder.encode(event)
      contents.withLock { contents in
        let seq = contents.rows[user, default: []].count + 1
        contents.append(bytes, to: user, checksum: chain + Int64(seq))
      }
    }
  }

  public func appendRaw(_ user: String, _ bytes: [UInt8]) {
    contents.withLock { contents in
      let seq = contents.rows[user, default: []].count + 1
      contents.append(bytes, to: user, checksum: 1_000 + Int64(seq))
    }
  }

  public func discard(_ user: String) {
    contents.withLock { $0.rows[user] = nil }
  }

  /// From now on, shares appended events with the views that ask for the place of this user.
  public func share(_ user: String, _ writer: SharedHeadsWriter, at place: SharedHeads.Place?) {
    contents.withLock { contents in
      contents.writer = writer
      contents.places[user] = place
    }
  }

  /// Damages the last event in shared memory only.
  public func damageShared(_ user: String, _ bytes: [UInt8]) {
    contents.withLock { contents in
      guard let rows = contents.rows[user], !rows.isEmpty else { return }
      let before = rows.dropLast().last?.checksum ?? 0
      contents.share(bytes, of: user, from: CallMeta.Head(seq: Int64(rows.count) - 1, checksum: before))
    }
  }

  public var reads: [Int64] { contents.withLock { $0.reads } }

  public func setUnavailable(_ isUnavailable: Bool) {
    setFault(isUnavailable ? Fault(.unavailable, "unavailable") : nil)
  }

  public func setFault(_ fault: Fault?) {
    contents.withLock { $0.fault = fault }
  }

  /// Throws the current fault, if any.
  public func checkAvailable() throws {
    if let fault = contents.withLock({ $0.fault }) { throw fault }
  }

  /// Holds reads of the journal until `release`.
  public func hold() {
    contents.withLock { $0.held = [] }
  }

  public var heldReads: Int { contents.withLock { $0.held?.count ?? 0 } }

  /// Serves the held reads. Must be called on the loop.
  public func release() {
    let held = contents.withLock { contents in
      defer { contents.held = nil }
      return contents.held ?? []
    }
    for (call, open) in held { open.send { try read(call) } }
  }

  private func head(_ user: String) throws -> SessionAPI.Head {
    try checkAvailable()
    return contents.withLock { contents in
      let rows = contents.rows[user] ?? []
      return SessionAPI.Head(seq: Int64(rows.count), checksum: rows.last?.checksum ?? 0)
    }
  }

  private func read(_ call: SessionAPI.ReadJournal) throws -> SessionAPI.ReadJournal.Reply {
    var reply = try page(call)
    let (writer, place) = contents.withLock { ($0.writer, $0.places[call.user]) }
    if call.wantsSlot == true, let writer {
      reply.slot = place?.number ?? -1
      reply.memory = writer.path
      reply.memoryIdentity = writer.identity
    }
    return reply
  }

  /// Returns one event per page, so that a fold reads several pages.
  private func page(_ call: SessionAPI.ReadJournal) throws -> SessionAPI.ReadJournal.Reply {
    let head = try head(call.user)
    return contents.withLock { contents in
      contents.reads.append(call.after)
      let rows = contents.rows[call.user] ?? []
      let after = Int(call.after)
      let known = after == 0 ? 0 : after <= rows.count ? rows[after - 1].checksum : nil
      guard known != nil, after < rows.count else {
        let last = SessionAPI.Head(seq: call.after, checksum: known ?? 0)
        return .init(checksumAfter: known, count: 0, last: last, head: head, events: [])
      }
      let row = rows[after]
      return .init(
        checksumAfter: known, count: 1, last: .init(seq: call.after + 1, checksum: row.checksum), head: head,
        events: row.event)
    }
  }

  public func router() -> Router {
    let router = Router(service: SessionAPI.service)
    router.serveNow { (call: SessionAPI.FetchHeads, _) in
      SessionAPI.FetchHeads.Reply(heads: try call.users.map { try self.head($0) })
    }
    router.serveLater { (call: SessionAPI.ReadJournal, _, open) in
      let isHeld = self.contents.withLock { contents in
        contents.held?.append((call, open))
        return contents.held != nil
      }
      if !isHeld { open.send { try self.read(call) } }
    }
    router.serveNow { (_: SessionAPI.ListUsers, _) in
      try self.checkAvailable()
      return SessionAPI.ListUsers.Reply(users: self.contents.withLock { $0.rows.keys.sorted() }, next: nil)
    }
    return router
  }
}
