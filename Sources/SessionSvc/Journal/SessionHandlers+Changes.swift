import API
import Domain
import Proto
import Service
import Storage

extension SessionHandlers {
  /// What is waited for is published after each commit. Where other hosts write too, it is the database that is asked:
  /// once at the beginning, and then by `OtherHosts`.
  func waitForChange(
    _ call: SessionAPI.WaitForChange, _ caller: Caller
  ) async throws(Fault) -> SessionAPI.WaitForChange.Reply {
    let user = try caller.validUser()
    guard let after = call.after else {
      return SessionAPI.WaitForChange.Reply(seq: try await end(of: user, caller).seq, areas: Area.allCases)
    }
    guard after >= 0 else { throw Fault.invalid("after", "must not be negative") }
    let wait = min(max(0, call.wait ?? 0), SessionLimits.longestWaitMilliseconds)
    let endsAt = Clock.milliseconds + wait
    hosts?.enter(user)
    defer { hosts?.leave(user) }
    while true {
      try await askOthers(user, caller)
      let outcome =
        wait == 0
        ? heads.changes(user, after: after)
        : await heads.wait(user, after: after, endsAt: endsAt) { waitsBegin(self) }
      switch outcome {
      // Another user's may take its place at once, so it is tried again.
      case nil: if hosts == nil { _ = try await end(of: user, caller) }
      case .changed(0, _) where hosts != nil, .unseen(0) where hosts != nil:
        return try await beginning(of: user, caller)
      case .changed(let seq, let areas): return SessionAPI.WaitForChange.Reply(seq: seq, areas: areas.list)
      case .unchanged(let seq): return SessionAPI.WaitForChange.Reply(seq: seq, areas: [])
      case .unseen(let seq): return try await areas(after: after, to: seq, of: user, caller)
      case .full: throw Fault(.overloaded, "too many calls wait for changes")
      case .stopping: throw Fault(.unavailable, "this service is stopping")
      case .cancelled: throw Fault(.cancelled, "the call was cancelled")
      }
      try caller.checkTime()
    }
  }

  /// Where the user's journal ends; it is in memory from now on.
  private func end(of user: String, _ caller: Caller) async throws(Fault) -> SessionAPI.Head {
    let (found, ticket) = heads.heads(of: [user])
    if let head = found[0], hosts == nil { return head }
    return try await read(caller) { [heads, hosts] user, reading in
      let head = try UserStore.head(user, reading)
      if hosts == nil { heads.fill(head, of: user, ticket: ticket) }
      return head
    }
  }

  /// Where other hosts write too, memory is brought up to what the database has.
  private func askOthers(_ user: String, _ caller: Caller) async throws(Fault) {
    do {
      try await hosts?.ask(user)
    } catch {
      throw fault(error, caller)
    }
  }

  /// A journal that is empty now: its user may be one whom another host deletes.
  private func beginning(
    of user: String, _ caller: Caller
  ) async throws(Fault) -> SessionAPI.WaitForChange.Reply {
    if try await read(caller, { try ErasureStore.isErasing($0, $1) }) { throw Fault.accountIsBeingDeleted }
    return SessionAPI.WaitForChange.Reply(seq: 0, areas: Area.allCases)
  }

  /// From the journal itself. Behind very many events it is not read: all areas may differ then.
  private func areas(
    after: Int64, to seq: Int64, of user: String, _ caller: Caller
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
      // What came meanwhile is in this state of the database too.
      let head = try UserStore.head(user, reading)
      return SessionAPI.WaitForChange.Reply(seq: head.seq, areas: (last == head.seq ? areas : .all).list)
    }
  }
}

/// The kind of an event, without the rest of it.
enum EventTag {
  /// Nil where it is of no kind that is known here.
  static func read(_ event: UnsafeRawBufferPointer) -> Event.Tag? {
    var reader = CBORReader(event)
    guard case .array? = try? reader.next(), case .text(let name)? = try? reader.next() else { return nil }
    return Event.Tag(rawValue: String(decoding: name, as: UTF8.self))
  }
}
