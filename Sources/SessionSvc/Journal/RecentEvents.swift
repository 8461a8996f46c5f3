import API

/// The events that one command, or several in a row, have appended to a journal.
struct AppendedEvents {
  /// The journal's head before them; at the start of a journal, the start of its chain.
  let before: SessionAPI.Head
  /// The checksum of each event, and its end in `bytes`.
  private var entries: [(checksum: Int64, end: Int)] = []
  private(set) var bytes: [UInt8] = []

  init(after before: SessionAPI.Head) {
    self.before = before
  }

  var count: Int { entries.count }

  var last: SessionAPI.Head {
    entries.last.map { SessionAPI.Head(seq: before.seq + Int64(count), checksum: $0.checksum) } ?? before
  }

  mutating func append(_ event: [UInt8], checksum: Int64) {
    bytes += event
    entries.append((checksum, bytes.count))
  }

  /// Adds events that follow these.
  mutating func append(_ others: AppendedEvents) {
    precondition(others.before == last, "events are missing in between")
    let start = bytes.count
    bytes += others.bytes
    entries += others.entries.map { ($0.checksum, start + $0.end) }
  }

  /// Returns the events after `after` as the journal would, or nil if these are not all of them.
  func reply(after: Int64, maxBytes: Int) -> SessionAPI.ReadJournal.Reply? {
    guard after >= before.seq, after < last.seq else { return nil }
    let skipped = Int(after - before.seq)
    let start = skipped == 0 ? (checksum: before.checksum, end: 0) : entries[skipped - 1]
    guard bytes.count - start.end <= maxBytes else { return nil }
    return SessionAPI.ReadJournal.Reply(
      checksumAfter: after == 0 ? 0 : start.checksum, count: count - skipped, last: last, head: last,
      events: [UInt8](bytes[start.end...]))
  }
}

/// The last events of the users who wrote last: a view that is read after a write needs exactly these. They are limited
/// per user and in total. Two generations: when the young one is full, it replaces the old one.
struct RecentEvents {
  private var young: [String: AppendedEvents] = [:]
  private var old: [String: AppendedEvents] = [:]
  private var youngBytes = 0

  /// Adds committed events. Nil means that the journal has grown by unknown ones.
  mutating func add(_ appended: AppendedEvents?, of user: String) {
    // Taken out, so that adding to them copies nothing.
    let known = take(user)
    guard let appended, Self.cost(appended) <= SessionLimits.recentEventBytesOfUser else { return }
    let events = Self.joined(known, appended)
    youngBytes += Self.cost(events)
    young[user] = events
    guard youngBytes > SessionLimits.recentEventBytes / 2 else { return }
    (old, young, youngBytes) = (young, [:], 0)
  }

  mutating func remove(_ user: String) {
    _ = take(user)
  }

  private mutating func take(_ user: String) -> AppendedEvents? {
    guard let events = young.removeValue(forKey: user) else { return old.removeValue(forKey: user) }
    youngBytes -= Self.cost(events)
    old[user] = nil
    return events
  }

  /// Returns both, or only the new ones if these do not follow the known ones or both are too large.
  private static func joined(_ known: consuming AppendedEvents?, _ appended: AppendedEvents) -> AppendedEvents {
    guard var events = known, events.last == appended.before,
      cost(events) + cost(appended) <= SessionLimits.recentEventBytesOfUser
    else { return appended }
    events.append(appended)
    return events
  }

  func reply(to call: SessionAPI.ReadJournal, maxBytes: Int) -> SessionAPI.ReadJournal.Reply? {
    (young[call.user] ?? old[call.user])?.reply(after: call.after, maxBytes: maxBytes)
  }

  /// The bytes of all events, for tests.
  var bytes: Int { (Array(young.values) + Array(old.values)).reduce(0) { $0 + Self.cost($1) } }

  /// Includes the memory of an entry.
  private static func cost(_ events: AppendedEvents) -> Int { 256 + events.bytes.count + 16 * events.count }
}
