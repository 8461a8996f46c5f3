import API
import Connectors
import Glibc
import Proto

/// Runs the imports of stored content that connectors have ordered, a few at a time, each in its own process. They are
/// in the database, so they continue after a restart. Belongs to the edge's loop.
final class ImportOrders {
  private let loop: Loop
  private let session: any Upstream
  private let uploads: ImportUploads
  private var running: [Int64: OrderedImport] = [:]
  private var waiters: [Int64: [(ConnectorImport?) -> Void]] = [:]
  private var timer: LoopTimer?
  private var isStopping = false
  private var isClaiming = false

  init(loop: Loop, session: any Upstream, uploads: ImportUploads) {
    self.loop = loop
    self.session = session
    self.uploads = uploads
  }

  /// Looks for orders that were left by a process that has ended, now and at intervals.
  func start() {
    guard timer == nil, uploads.program != nil, !isStopping else { return }
    timer = loop.schedule(afterMilliseconds: Limits.importOrderPollMilliseconds) { [self] in
      timer = nil
      claim(nil, user: nil)
      start()
    }
  }

  /// Runs the import of a blob now, if there is a place. Calls `done` with its outcome, or with nil when the time is
  /// over; the import continues.
  func run(_ blob: Int64, of user: String, within milliseconds: Int, _ done: @escaping (ConnectorImport?) -> Void) {
    var isDone = false
    func finish(_ outcome: ConnectorImport?) {
      guard !isDone else { return }
      isDone = true
      done(outcome)
    }
    waiters[blob, default: []].append(finish)
    loop.schedule(afterMilliseconds: max(0, milliseconds)) { [weak self] in
      finish(nil)
      self?.waiters[blob] = nil
    }
    claim(blob, user: user)
  }

  /// The edge stops: what was imported stays, and the rest continues after the restart.
  func stop() {
    isStopping = true
    timer?.cancel()
    for order in running.values { order.interrupt() }
  }

  private func claim(_ blob: Int64?, user: String?) {
    guard uploads.program != nil, !isStopping, running.count < Limits.importOrders, blob != nil || !isClaiming else {
      return
    }
    if blob == nil { isClaiming = true }
    let meta = CallMeta(user: user, deadline: Int(Limits.callMilliseconds))
    session.send(SessionAPI.ClaimImport(blob: blob), meta) { [self] result in
      if blob == nil { isClaiming = false }
      guard case .success(let reply) = result, let pending = reply.pending, !isStopping else { return }
      begin(pending)
    }
  }

  private func begin(_ pending: SessionAPI.PendingImport) {
    guard running[pending.blob] == nil else { return }
    let order = OrderedImport(loop: loop, session: session, uploads: uploads, pending) { [self] outcome in
      running[pending.blob] = nil
      for waiter in waiters.removeValue(forKey: pending.blob) ?? [] { waiter(outcome) }
      // The next one may have waited for a place.
      claim(nil, user: nil)
    }
    running[pending.blob] = order
    order.begin()
  }
}
