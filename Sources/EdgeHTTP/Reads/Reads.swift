import API
import Chronology
import Proto
import Service

/// Requests the heads of journals for reads of views, and keeps the replies. Belongs to the edge's loop.
final class Reads {
  let heads: HeadRequests
  private let shared = SharedHeadsUse()
  private(set) var kept: KeptReplies
  let largeReplies = LargeReplyThread()
  private let fromMemory: Counter
  private let fromViews: Counter

  init(loop: Loop, session: any Upstream, metrics: Metrics, bytes: Int) {
    heads = HeadRequests(loop: loop) { [shared] call, completion in
      let asking = SessionAPI.FetchHeads(users: call.users, wantsSlots: true)
      session.send(asking, CallMeta(deadline: Int(Limits.callMilliseconds))) { result in
        if case .success(let reply) = result {
          shared.note(path: reply.memory, identity: reply.memoryIdentity, places: reply.slots, of: call.users)
        }
        completion(result.mapError(Fault.ofRead))
      }
    }
    kept = KeptReplies(bounds: KeptReplies.Bounds(all: bytes))
    func counter(_ source: String) -> Counter {
      metrics.counter(
        "waymark_edge_reads_total", help: "Reads of views, by where the reply came from.", labels: ["from": source])
    }
    fromMemory = counter("memory")
    fromViews = counter("view")
  }

  /// Returns the head of the user's journal at this moment, if it is in shared memory.
  func sharedHead(of user: String) -> SessionAPI.Head? {
    shared.head(of: user).map { SessionAPI.Head(seq: $0.seq, checksum: $0.checksum) }
  }

  /// Returns the kept reply to the read, and counts the read.
  func find(_ read: Read, at head: SessionAPI.Head, second: Int64) -> KeptReply? {
    let reply = kept.find(read.target, of: read.user, at: head, in: Reads.quarter(second))
    (reply == nil ? fromViews : fromMemory).add()
    return reply
  }

  /// Keeps the reply to a call at this head. `second` is now, and `earlier` is the time of the call. The view's clock
  /// was between both.
  func keep(_ reply: KeptReply, _ read: Read, at head: SessionAPI.Head, from earlier: Int64, second: Int64) {
    let quarter = Reads.quarter(second)
    guard quarter == Reads.quarter(earlier) else { return }
    kept.keep(reply, read.target, of: read.user, at: head, in: quarter)
  }

  /// Removes everything, because it is not known whose account was deleted.
  func removeAll() { kept.removeAll() }

  func remove(_ user: String) { kept.remove(user) }

  func tidy(second: Int64) { kept.tidy(in: Reads.quarter(second)) }

  private static func quarter(_ second: Int64) -> QuarterHour { QuarterHour(of: Instant(seconds: second)) }
}

/// A read of a view for a user.
struct Read {
  let user: String
  let target: KeptReplies.Target
}
