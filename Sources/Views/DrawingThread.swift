import Glibc
public import Proto
import Queueing

/// Draws replies that take milliseconds, such as printed pages, on a thread of lower priority: on the loop, each would
/// delay the reads of all users. One reply is drawn at a time, and users take turns.
public final class DrawingThread: Sendable {
  private struct State {
    var waiting = FairQueue<@Sendable () -> Void>(quantum: 1)
    var isDrawing = false
  }

  private static let excess = Fault(.overloaded, "too many documents are being drawn; retry later")

  private let loop: Loop
  private let state: LoopLocal<State>
  private let thread: @Sendable () -> Loop?

  public convenience init(loop: Loop) {
    let started = LoopLocal<Loop?>(loop, nil)
    self.init(loop: loop) {
      if let thread = started.value { return thread }
      started.value = DrawingThread.start(for: loop)
      return started.value
    }
  }

  /// If `thread` returns nil, the loop draws.
  init(loop: Loop, thread: @escaping @Sendable () -> Loop?) {
    self.loop = loop
    self.thread = thread
    state = LoopLocal(loop, State())
  }

  private static func start(for loop: Loop) -> Loop? {
    let thread = loop.sibling()
    // It yields to the service's loop if there are few cores.
    thread?.execute {
      let id = Int32(PRIO_PROCESS.rawValue)
      setpriority(id, 0, getpriority(id, 0) + ViewLimits.drawingNiceness)
    }
    return thread
  }

  /// Calls `done` on the loop with the result of `draw`, or with a fault if too much is waiting. On the loop only.
  public func draw<Value: Sendable>(
    for user: String, _ draw: @escaping @Sendable () -> Value, done: @escaping @Sendable (Result<Value, Fault>) -> Void
  ) {
    let waiting = state.value.waiting
    guard waiting.count < ViewLimits.waitingDrawings, waiting.cost(of: user) < ViewLimits.waitingDrawingsOfUser else {
      return done(.failure(DrawingThread.excess))
    }
    let job: @Sendable () -> Void = { [self] in
      let value = draw()
      loop.execute { [self] in
        state.value.isDrawing = false
        done(.success(value))
        drawNext()
      }
    }
    state.value.waiting.add(job, of: user, cost: 1)
    drawNext()
  }

  private func drawNext() {
    guard !state.value.isDrawing, let next = state.value.waiting.takeFirst()?.item else { return }
    state.value.isDrawing = true
    (thread() ?? loop).execute(next)
  }
}
