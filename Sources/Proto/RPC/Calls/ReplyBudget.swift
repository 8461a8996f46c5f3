import CBOR
import Loop

/// The memory budget of a service's large replies, and the calls that wait for it. Belongs to the loop.
final class ReplyBudget {
  struct Waiting {
    let responder: Responder
    let bytes: Int
    /// Called with nil when the reply may be made, or with the fault to respond with.
    let start: (Fault?) -> Void
  }

  private let loop: Loop
  private var queue = ReplyQueue<Waiting>()
  private var willStartWaiting = false
  private var shortageTimer: LoopTimer?
  /// Called at intervals while calls wait for memory: the place to close peers that do not read.
  var onShortage: () -> Void = {}

  init(loop: Loop) {
    self.loop = loop
  }

  var isOver: Bool { queue.isOver }

  func open() -> ReplyQueue<Waiting>.Peer { queue.open() }

  func close(_ peer: ReplyQueue<Waiting>.Peer) {
    queue.close(peer)
    startWaiting()
  }

  /// Calls `start` now, or when there is memory for the reply.
  func reserve(_ call: Waiting, for replies: PeerReplies, of user: String) {
    // Memory that was released a moment ago goes to waiting calls first.
    if !willStartWaiting || !queue.isWaiting, queue.start(call.bytes, for: replies.owner) { return begin(call) }
    queue.enqueue(call, call.bytes, for: replies.owner, of: user)
    while let excess = queue.takeExcess(over: RPCLimits.bulkCallsWaiting) {
      for unwanted in queue.takeAll(where: { !$0.responder.isWanted }) { unwanted.start(.callerCancelled) }
      excess.start(Fault(.overloaded, "too many calls wait for large replies; retry later"))
    }
    watchShortage()
  }

  private func begin(_ call: Waiting) {
    call.responder.peer.value.replies.began(call.responder.serial, call.bytes)
    call.start(nil)
  }

  /// Adds to what a peer holds; a negative count releases memory.
  func add(_ count: Int, to peer: ReplyQueue<Waiting>.Peer) {
    queue.add(count, to: peer)
    if count < 0 { startWaiting() }
  }

  /// Starts waiting calls, but later in this turn: replies would nest otherwise.
  private func startWaiting() {
    guard !willStartWaiting, queue.isWaiting else { return }
    willStartWaiting = true
    loop.soon { [self] in
      while let next = queue.next() {
        if next.work.responder.isWanted {
          begin(next.work)
        } else {
          queue.add(-next.bytes, to: next.peer)
          next.work.start(.callerCancelled)
        }
      }
      willStartWaiting = false
    }
  }

  private func watchShortage() {
    guard shortageTimer == nil else { return }
    shortageTimer = loop.schedule(afterMilliseconds: RPCLimits.shortageCheckMilliseconds) { [self] in
      shortageTimer = nil
      guard queue.isWaiting else { return }
      onShortage()
      watchShortage()
    }
  }
}
