import API
import Domain
import Proto
import Service
import Storage

extension SessionHandlers {
  /// Waits for changes, which are published after each commit. With several hosts, the database is read once at the
  /// start, and then by `OtherHosts`.
  func waitForChange(
    _ call: SessionAPI.WaitForChange, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.WaitForChange.Reply {
    let user = try caller.validUser()
    guard let after = call.after else {
      return SessionAPI.WaitForChange.Reply(seq: try await end(of: user, caller).seq, areas: Area.allCases)
    }
    guard after >= 0 else { throw Fault.invalid("after", "must not be negative") }
    let wait = min(max(0, call.wait ?? 0), SessionLimits.longestWaitMilliseconds)
    let endsAt = Clock.milliseconds + wait
    hosts?.beginWait(user)
    defer { hosts?.endWait(user) }
    while true {
      try await askOthers(user, caller)
      let outcome =
        wait == 0
        ? heads.changes(user, after: after)
        : await heads.wait(user, after: after, endsAt: endsAt) { onFirstWait(self) }
      switch outcome {
      // The head may be evicted again before the wait, so the loop retries.
      case nil: if hosts == nil { _ = try await end(of: user, caller) }
      case .changed(0, _) where hosts != nil, .unseen(0) where hosts != nil:
        return try await beginning(of: user, caller)
      case .changed(let seq, let areas): return SessionAPI.WaitForChange.Reply(seq: seq, areas: areas.list)
      case .unchanged(let seq): return SessionAPI.WaitForChange.Reply(seq: seq, areas: [])
      case .unseen(let seq): return try await areas(after: after, to: seq, of: user, caller)
      case .full: throw Fault(.overloaded, "too many calls are waiting for changes; retry later")
      case .stopping: throw Fault(.unavailable, "the service is stopping; retry in a few seconds")
      case .cancelled: throw Fault(.cancelled, "the call was cancelled")
      }
      try caller.checkTime()
    }
  }

  /// Returns the user's head and puts it into memory.
  private func end(of user: String, _ caller: CallerContext) async throws(Fault) -> SessionAPI.Head {
    let (found, ticket) = heads.heads(of: [user])
    if let head = found[0], hosts == nil { return head }
    return try await read(caller) { [heads, hosts] user, reading in
      let head = try UserStore.head(user, reading)
      if hosts == nil { heads.fill(head, of: user, ticket: ticket) }
      return head
    }
  }

  /// With several hosts, updates memory from the database.
  private func askOthers(_ user: String, _ caller: CallerContext) async throws(Fault) {
    do {
      try await hosts?.refresh(user)
    } catch {
      throw fault(error, caller)
    }
  }

  /// The journal is empty: another host may be deleting the user.
  private func beginning(
    of user: String, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.WaitForChange.Reply {
    if try await read(caller, { try ErasureStore.isErasing($0, $1) }) { throw Fault.accountIsBeingDeleted }
    return SessionAPI.WaitForChange.Reply(seq: 0, areas: Area.allCases)
  }

  /// Reads the changed areas from the journal. If too many events were missed, reports all areas.
  private func areas(
    after: Int64, to seq: Int64, of user: String, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.WaitForChange.Reply {
    guard seq - after <= SessionLimits.eventsPerWait else {
      return SessionAPI.WaitForChange.Reply(seq: seq, areas: Area.allCases)
    }
    return try await read(caller, cost: 1 + Int(seq - after) / 8) { user, reading in
      var areas: Areas = []
      var last = after
      try JournalStore.each(user, after: after, reading) { seq, _, event in
        areas.formUnion(EventTag.read(event)?.areas ?? .all)
        last = seq
        return areas != .all || seq - after <= SessionLimits.eventsPerWait
      }
      // This state of the database may contain newer events.
      let head = try UserStore.head(user, reading)
      return SessionAPI.WaitForChange.Reply(seq: head.seq, areas: (last == head.seq ? areas : .all).list)
    }
  }
}

/// Reads the kind of an event without decoding the rest.
enum EventTag {
  /// Returns nil for an unknown kind.
  static func read(_ event: UnsafeRawBufferPointer) -> Event.Tag? {
    var reader = CBORReader(event)
    guard case .array? = try? reader.next(), case .text(let name)? = try? reader.next() else { return nil }
    return Event.Tag(rawValue: String(decoding: name, as: UTF8.self))
  }
}
