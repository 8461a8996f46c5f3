public import CBOR
public import Loop

extension ServerPeer {
  /// A call that has come and is to be answered.
  @usableFromInline
  struct Job {
    /// In the receiver's memory: good until the handler waits.
    fileprivate let request: RequestView
    @usableFromInline let responder: Responder

    init(request: RequestView, responder: Responder) {
      self.request = request
      self.responder = responder
    }

    /// The argument, or nil if it was wrong and has been answered so.
    @inlinable
    func decode<M: Method>(_ type: M.Type) -> M? {
      do throws(Fault) {
        return try CBORDecoder.decode(M.self, from: argument, isValid: isValid)
      } catch {
        responder.refuse(error, argument)
        return nil
      }
    }

    @usableFromInline var argument: UnsafeRawBufferPointer { request.argument }
    @usableFromInline var isValid: Bool { request.isValid }

    @usableFromInline
    var context: CallContext {
      request.context(arrival: responder.peer.loop.turnBegan)
    }
  }

  /// What is received in one turn, and the task that works on it.
  struct Workbench {
    var input = UnsafeRawBufferPointer(start: nil, count: 0)
    var offset = 0
    /// The worker that goes through the input at this moment; 0 if there is none.
    var worker: UInt64 = 0
    var lastWorker: UInt64 = 0
    /// The call to be answered next, and the route that it takes.
    var next: Job?
    var nextRoute: Int32 = 0
    /// The call that the worker is at.
    var call: UInt32 = 0
    var serial: UInt64 = 0
    var route: Int32 = 0
  }

  /// A task that answers one call after the other, as long as they are for the same method and no handler waits: most
  /// do not, and a task for each costs more than their work.
  ///
  /// One whose handler has waited belongs to that call alone, and ends with it; a fresh one goes on with what came
  /// after it. So no call is cancelled with another.
  @usableFromInline
  struct Worker: Sendable {
    let peer: LoopLocal<ServerPeer>
    let number: UInt64

    @usableFromInline var loop: Loop { peer.loop }

    /// What to answer next.
    @usableFromInline
    func next() -> Job? {
      // After a wait the input is gone, and others have gone on with it.
      peer.value.core.pointee.bench.worker == number ? peer.value.nextOf(number) : nil
    }
  }

  /// Goes through the input up to a call whose handler may wait; false if there is none.
  func nextJob() -> Bool {
    if core.pointee.bench.next != nil { return true }
    while stream.isOpen {
      // A peer that does not read its answers gets to ask no more.
      let unread = unreadBytes
      if unread > RPCLimits.unreadBytesWhenShort, unread > LoopLimits.congestedBytes || desk.isOver {
        stream.pauseReading()
        return false
      }
      do throws(FrameError) {
        let rest = UnsafeRawBufferPointer(rebasing: core.pointee.bench.input[core.pointee.bench.offset...])
        guard let frame = try FrameView.first(in: rest) else { return false }
        core.pointee.bench.offset += frame.size
        if perform(machine.receive(frame, now: loop.turnBegan)) { return true }
      } catch {
        _ = perform(machine.end(error.description))
      }
    }
    return false
  }

  /// Has a worker answer the call on the bench and those after it, until it is through or has to wait.
  func work() {
    let route = core.pointee.bench.nextRoute
    guard let box, case .waiting(let start) = routes.all[Int(route)].handler else {
      core.pointee.bench.next = nil
      return
    }
    core.pointee.bench.route = route
    core.pointee.bench.call = 0
    core.pointee.bench.lastWorker += 1
    let number = core.pointee.bench.lastWorker
    core.pointee.bench.worker = number
    let task = start(Worker(peer: box, number: number))
    guard core.pointee.bench.worker == number else { return }
    core.pointee.bench.worker = 0
    machine.attach(task, call: core.pointee.bench.call, serial: core.pointee.bench.serial)
  }

  private func nextOf(_ worker: UInt64) -> Job? {
    // A handler may have cancelled its own task, which is no other call's business.
    if nextJob(), core.pointee.bench.nextRoute == core.pointee.bench.route,
      core.pointee.bench.call == 0 || !Task.isCancelled,
      let job = exchange(&core.pointee.bench.next, with: nil)
    {
      core.pointee.bench.call = job.responder.call
      core.pointee.bench.serial = job.responder.serial
      return job
    }
    core.pointee.bench.worker = 0
    return nil
  }
}
