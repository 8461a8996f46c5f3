import API
public import Domain
public import Proto
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
  }

  private let contents = Mutex(Contents())

  public init() {}

  public func append(_ user: String, _ events: Event..., chain: Int64 = 1_000) throws {
    for event in events {
      let bytes = try CBOREncoder.encode(event)
      contents.withLock { contents in
        let seq = contents.rows[user, default: []].count + 1
        contents.rows[user, default: []].append(StoredEvent(event: bytes, checksum: chain + Int64(seq)))
      }
    }
  }

  public func appendRaw(_ user: String, _ bytes: [UInt8]) {
    contents.withLock { contents in
      let seq = contents.rows[user, default: []].count + 1
      contents.rows[user, default: []].append(StoredEvent(event: bytes, checksum: 1_000 + Int64(seq)))
    }
  }

  public func discard(_ user: String) {
    contents.withLock { $0.rows[user] = nil }
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

  /// Returns one event per page, so that a fold reads several pages.
  private func read(_ call: SessionAPI.ReadJournal) throws -> SessionAPI.ReadJournal.Reply {
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
