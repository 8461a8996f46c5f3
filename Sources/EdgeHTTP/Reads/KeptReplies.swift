import API
import Chronology

/// A reply of a view as the edge sends it.
final class KeptReply {
  let body: [UInt8]
  /// The entity tag of the plain body, with its quotes.
  let tag: [UInt8]
  /// The body as gzip, made when a client first wants it.
  var compressed: CompressedBody?

  init(body: [UInt8], tag: [UInt8]) {
    // An exact copy: the caller's buffer is reused, and its capacity may be many times the body.
    self.body = body.withUnsafeBytes { [UInt8]($0) }
    self.tag = tag
  }
}

/// The replies of views that the edge keeps, each for one head of a user's journal and one quarter of an hour. A reply
/// depends on nothing else: the views are functions of the journal, the call and the current day.
///
/// A user's replies are removed when another head of the journal is seen, and all when the quarter of an hour ends. The
/// users who have not read for longest make room for others.
struct KeptReplies {
  /// The call that a reply belongs to.
  struct Target: Hashable {
    var route: Int
    /// The argument of the call.
    var argument: [UInt8]

    init(route: Int, argument: [UInt8]) {
      self.route = route
      self.argument = argument
    }
  }

  struct Bounds {
    /// The bytes of all replies.
    var all = Limits.keptReplyBytes
    var reply = Limits.keptReplyBytesEach
    /// The part of the bytes that one user may have.
    var userShare = Limits.keptReplyUsers

    var user: Int { all / userShare }
    /// When as many bytes are younger than the last change of generations, the older ones are removed.
    var generation: Int { all / 2 - user }
  }

  private struct OfUser {
    var head: SessionAPI.Head
    var replies: [Target: KeptReply] = [:]
    var bytes = KeptReplies.bytesPerUser

    init(head: SessionAPI.Head) {
      self.head = head
    }
  }

  /// The users who have read since some moment, and what their replies take.
  private struct Generation {
    var users: [String: OfUser] = [:]
    var bytes = 0

    mutating func remove(_ user: String) -> OfUser? {
      guard let removed = users.removeValue(forKey: user) else { return nil }
      bytes -= removed.bytes
      return removed
    }

    mutating func add(_ user: String, _ replies: OfUser) {
      users[user] = replies
      bytes += replies.bytes
    }
  }

  static let bytesPerUser = 400
  static let bytesPerReply = 300

  private let bounds: Bounds
  private var quarter: QuarterHour?
  private var young = Generation()
  private var old = Generation()

  init(bounds: Bounds = Bounds()) {
    self.bounds = bounds
  }

  var bytes: Int { young.bytes + old.bytes }
  var count: Int { (young.users.values.map(\.replies.count) + old.users.values.map(\.replies.count)).reduce(0, +) }

  /// Returns the kept reply, or nil. The head must have been requested after the read had arrived. Heads are passed in
  /// the order of the journal's replies.
  mutating func find(
    _ target: Target, of user: String, at head: SessionAPI.Head, in quarter: QuarterHour
  ) -> KeptReply? {
    if quarter != self.quarter { begin(quarter) }
    guard !isEmpty else { return nil }
    if young.users[user] == nil, let found = old.remove(user) { add(user, found) }
    guard let known = young.users[user] else { return nil }
    guard known.head == head else {
      _ = young.remove(user)
      add(user, OfUser(head: head))
      return nil
    }
    return known.replies[target]
  }

  /// Keeps a reply that was requested at this head in this quarter of an hour, unless the head or the quarter has
  /// changed since, or the reply is too large.
  mutating func keep(
    _ reply: KeptReply, _ target: Target, of user: String, at head: SessionAPI.Head, in quarter: QuarterHour
  ) {
    let bytes = KeptReplies.bytes(of: reply, target)
    guard reply.body.count <= bounds.reply, quarter == self.quarter else { return }
    if let known = young.users[user] ?? old.users[user], known.head != head { return }
    var replies = young.remove(user) ?? old.remove(user) ?? OfUser(head: head)
    if let earlier = replies.replies.removeValue(forKey: target) {
      replies.bytes -= KeptReplies.bytes(of: earlier, target)
    }
    if replies.bytes + bytes > bounds.user { replies = OfUser(head: head) }
    guard replies.bytes + bytes <= bounds.user else { return }
    replies.replies[target] = reply
    replies.bytes += bytes
    add(user, replies)
  }

  /// Removes everything of a user whose account was deleted.
  mutating func remove(_ user: String) {
    _ = young.remove(user)
    _ = old.remove(user)
  }

  /// Removes everything if the quarter of an hour has ended.
  mutating func tidy(in quarter: QuarterHour) {
    if quarter != self.quarter { begin(quarter) }
  }

  private var isEmpty: Bool { young.users.isEmpty && old.users.isEmpty }

  mutating func removeAll() {
    guard !isEmpty else { return }
    (young, old) = (Generation(), Generation())
  }

  private mutating func begin(_ quarter: QuarterHour) {
    self.quarter = quarter
    removeAll()
  }

  private mutating func add(_ user: String, _ replies: OfUser) {
    young.add(user, replies)
    guard young.bytes > bounds.generation else { return }
    old = young
    young = Generation()
  }

  /// The bytes that a reply uses, including its future compressed form, which is shorter.
  private static func bytes(of reply: KeptReply, _ target: Target) -> Int {
    let compressed = reply.body.count < Limits.compressedBytes ? 0 : reply.body.count
    return reply.body.count + compressed + target.argument.count + bytesPerReply
  }
}
