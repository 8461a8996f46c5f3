public import CBOR
public import Loop

extension ServerPeer {
  /// A received call.
  @usableFromInline
  struct Job {
    /// Points into the receive buffer: valid until the handler suspends.
    fileprivate let request: RequestView
    @usableFromInline let responder: Responder

    init(request: RequestView, responder: Responder) {
      self.request = request
      self.responder = responder
    }

    /// Decodes the argument. Sends the fault and returns nil if that fails.
    @inlinable
    func decode<M: Method>(_ type: M.Type) -> M? {
      do throws(Fault) {
        return try CBORDecoder.decode(M.self, from: argument, isValid: isValid)
      } catch {
        responder.reject(error, argument)
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

  /// The input of one turn, and the worker that handles it.
  struct ReceiveState {
    var input = UnsafeRawBufferPointer(start: nil, count: 0)
    var offset = 0
    /// The number of the worker that reads the input now, or 0.
    var worker: UInt64 = 0
    var lastWorker: UInt64 = 0
    /// The next call to handle, and its route.
    var next: Job?
    var nextRoute: Int32 = 0
    /// The call that the worker handles now.
    var call: UInt32 = 0
    var serial: UInt64 = 0
    var route: Int32 = 0
  }

  /// A task that handles one call after the other, as long as they are for the same method and no handler suspends.
  /// Most do not, and a task per call would cost more than the calls.
  ///
  /// After a handler has suspended, its task belongs only to that call, and a new worker handles the calls after it. So
  /// a call is never cancelled with another.
  @usableFromInline
  struct Worker: Sendable {
    let peer: LoopLocal<ServerPeer>
    let number: UInt64

    @usableFromInline var loop: Loop { peer.loop }

    /// Returns the next call for this worker.
    @usableFromInline
    func next() -> Job? {
      // After a suspension the input is gone: another worker has continued with it.
      peer.value.core.pointee.receiving.worker == number ? peer.value.nextOf(number) : nil
    }
  }

  /// Reads frames up to a call whose handler may suspend. Returns false if there is none.
  func nextJob() -> Bool {
    if core.pointee.receiving.next != nil { return true }
    while stream.isOpen {
      // Requests of a peer that does not read its replies are not read.
      let unread = unreadBytes
      if unread > RPCLimits.unreadBytesWhenShort, unread > LoopLimits.congestedBytes || budget.isOver {
        stream.pauseReading()
        return false
      }
      do throws(FrameError) {
        let rest = UnsafeRawBufferPointer(rebasing: core.pointee.receiving.input[core.pointee.receiving.offset...])
        guard let frame = try FrameView.first(in: rest) else { return false }
        core.pointee.receiving.offset += frame.size
        if perform(machine.receive(frame, now: loop.turnBegan)) { return true }
      } catch {
        _ = perform(machine.end(error.description))
      }
    }
    return false
  }

  /// Starts a worker for the next call. Returns when it has read all its calls or suspends.
  func work() {
    let route = core.pointee.receiving.nextRoute
    guard let box, case .waiting(let start) = routes.all[Int(route)].handler else {
      core.pointee.receiving.next = nil
      return
    }
    core.pointee.receiving.route = route
    core.pointee.receiving.call = 0
    core.pointee.receiving.lastWorker += 1
    let number = core.pointee.receiving.lastWorker
    core.pointee.receiving.worker = number
    let task = start(Worker(peer: box, number: number))
    guard core.pointee.receiving.worker == number else { return }
    core.pointee.receiving.worker = 0
    machine.attach(task, call: core.pointee.receiving.call, serial: core.pointee.receiving.serial)
  }

  private func nextOf(_ worker: UInt64) -> Job? {
    // A handler may have cancelled its own task; other calls must not see that.
    if nextJob(), core.pointee.receiving.nextRoute == core.pointee.receiving.route,
      core.pointee.receiving.call == 0 || !Task.isCancelled,
      let job = exchange(&core.pointee.receiving.next, with: nil)
    {
      core.pointee.receiving.call = job.responder.call
      core.pointee.receiving.serial = job.responder.serial
      return job
    }
    core.pointee.receiving.worker = 0
    return nil
  }
}
