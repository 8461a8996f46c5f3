import CBOR
import Loop

/// Where a service's calls with large replies wait until there is room for what they answer. Belongs to the loop.
final class BulkDesk {
  struct Waiting {
    let responder: Responder
    let bytes: Int
    /// With nil it is the call's turn; a fault is its answer.
    let start: (Fault?) -> Void
  }

  private let loop: Loop
  private var turns = BulkTurns<Waiting>()
  private var willGoOn = false
  private var shortage: LoopTimer?
  /// Calls wait and cannot begin: the place to part with peers that do not read.
  var isShort: () -> Void = {}

  init(loop: Loop) {
    self.loop = loop
  }

  var isOver: Bool { turns.isOver }

  func open() -> BulkTurns<Waiting>.Peer { turns.open() }

  func close(_ peer: BulkTurns<Waiting>.Peer) {
    turns.close(peer)
    goOn()
  }

  /// Has `start` called, now or when there is room.
  func take(_ call: Waiting, for account: PeerAccount, of user: String) {
    // Those that wait go first where some room has just been made.
    if !willGoOn || !turns.isWaiting, turns.begin(call.bytes, for: account.place) { return begin(call) }
    turns.wait(call, call.bytes, for: account.place, of: user)
    while let excess = turns.takeExcess(over: RPCLimits.bulkCallsWaiting) {
      for gone in turns.takeGone(where: { !$0.responder.isWanted }) { gone.start(.callerCancelled) }
      excess.start(Fault(.overloaded, "too many large answers are waiting to be made"))
    }
    watchShortage()
  }

  private func begin(_ call: Waiting) {
    call.responder.peer.value.account.began(call.responder.serial, call.bytes)
    call.start(nil)
  }

  /// What a peer holds has changed.
  func add(_ count: Int, to peer: BulkTurns<Waiting>.Peer) {
    turns.add(count, to: peer)
    if count < 0 { goOn() }
  }

  /// Soon, and not from within the answer that has made the room: answers would nest.
  private func goOn() {
    guard !willGoOn, turns.isWaiting else { return }
    willGoOn = true
    loop.soon { [self] in
      while let turn = turns.next() {
        if turn.work.responder.isWanted {
          begin(turn.work)
        } else {
          turns.add(-turn.bytes, to: turn.peer)
          turn.work.start(.callerCancelled)
        }
      }
      willGoOn = false
    }
  }

  private func watchShortage() {
    guard shortage == nil else { return }
    shortage = loop.schedule(afterMilliseconds: RPCLimits.shortageCheckMilliseconds) { [self] in
      shortage = nil
      guard turns.isWaiting else { return }
      isShort()
      watchShortage()
    }
  }
}
