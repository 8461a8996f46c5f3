import API
import Connectors
import Proto

/// Runs the imports of stored content that connectors have ordered, a few at a time, each in its own process. They are
/// in the database, so they continue after a restart. Belongs to the edge's loop.
final class ImportOrders {
  private let loop: Loop
  private let session: any Upstream
  private let uploads: ImportUploads
  /// The imports that run at the same time.
  private let atOnce: Int
  private var running: [Int64: OrderedImport] = [:]
  /// Imports of bodies that are not stored, by user.
  private var direct: [String: ImportRun] = [:]
  private var waiters: [Int64: [(ConnectorImport?) -> Void]] = [:]
  private var timer: LoopTimer?
  private var isStopping = false
  private var isClaiming = false

  init(loop: Loop, session: any Upstream, uploads: ImportUploads, atOnce: Int = Limits.importOrders) {
    self.loop = loop
    self.session = session
    self.uploads = uploads
    self.atOnce = atOnce
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
    for run in direct.values { run.end() }
    direct = [:]
  }

  /// Imports a file now, without an order. Returns nil if there is no place, or another import of the user runs.
  func runNow(
    _ order: SessionAPI.ImportOrder, of user: String, named name: String, file: Int32,
    ended: @escaping (ConnectorImport?) -> Void
  ) -> ImportRun? {
    guard let program = uploads.program, !isStopping, hasPlace, direct[user] == nil,
      !running.values.contains(where: { $0.user == user })
    else { return nil }
    let run = ImportRun(loop: loop, program, order, of: user, named: name, file: file) { [self] outcome in
      direct[user] = nil
      ended(outcome)
      claim(nil, user: nil)
    }
    if let run { direct[user] = run }
    return run
  }

  /// Ends an import that `runNow` has begun.
  func endNow(_ run: ImportRun, of user: String) {
    run.end()
    guard direct[user] === run else { return }
    direct[user] = nil
    claim(nil, user: nil)
  }

  func send<Call: Method>(_ call: Call, of user: String, _ sent: @escaping (Result<Call.Reply, Fault>) -> Void) {
    session.send(call, CallMeta(user: user, deadline: Int(Limits.callMilliseconds)), sent)
  }

  private var hasPlace: Bool { running.count + direct.count < atOnce }

  private func claim(_ blob: Int64?, user: String?) {
    guard uploads.program != nil, !isStopping, hasPlace, blob != nil || !isClaiming else { return }
    // When the other import of this user ends, `claim` is called again.
    if let user, direct[user] != nil { return }
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
