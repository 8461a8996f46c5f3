import API
import Connectors
import Proto

/// One ordered import: its content becomes an unnamed file, which a process reads. Belongs to the edge's loop.
final class OrderedImport {
  private let loop: Loop
  private let session: any Upstream
  private let uploads: ImportUploads
  private let pending: SessionAPI.PendingImport
  private let ended: (ConnectorImport?) -> Void
  private var spool: FileSpool?
  private var run: ImportRun?
  private var renewal: LoopTimer?
  private var place = 0
  private var read = 0
  private var isEnded = false

  init(
    loop: Loop, session: any Upstream, uploads: ImportUploads, _ pending: SessionAPI.PendingImport,
    ended: @escaping (ConnectorImport?) -> Void
  ) {
    self.loop = loop
    self.session = session
    self.uploads = uploads
    self.pending = pending
    self.ended = ended
  }

  var user: String { pending.user }

  private var meta: CallMeta { CallMeta(user: pending.user, deadline: Int(Limits.callMilliseconds)) }

  func begin() {
    renew()
    guard let spool = uploads.makeSpool(bytes: pending.size) else { return finish(isDone: false, nil) }
    self.spool = spool
    spool.notify { [weak self] in self?.continueCopy() }
    readNext()
  }

  func interrupt() {
    run?.end()
    run = nil
    finish(isDone: false, nil)
  }

  /// Keeps the claim while the import runs. If this process ends, another one takes it over soon.
  private func renew() {
    renewal = loop.schedule(afterMilliseconds: Limits.importRenewalMilliseconds) { [weak self] in
      guard let self, !isEnded else { return }
      session.send(SessionAPI.RenewImport(blob: pending.blob), meta) { _ in }
      renew()
    }
  }

  private func readNext() {
    session.send(SessionAPI.ReadFile(blob: pending.blob, place: place), meta) { [weak self] result in
      guard let self, !isEnded else { return }
      switch result {
      case .success(let reply):
        place += 1
        read += reply.bytes.count
        spool?.write(reply.bytes)
      case .failure(let fault): finish(isDone: fault.code == .notFound, nil)
      }
    }
  }

  private func continueCopy() {
    guard let spool, spool.waitingBytes == 0, run == nil, !isEnded else { return }
    if spool.hasFailed { return finish(isDone: false, nil) }
    if read < pending.size { readNext() } else { runProgram(spool) }
  }

  private func runProgram(_ spool: FileSpool) {
    spool.stopNotifying()
    guard let program = uploads.program,
      let run = ImportRun(
        loop: loop, program, pending.order, of: pending.user, named: pending.name, file: spool.descriptor,
        ended: { [weak self] outcome in self?.finish(isDone: outcome != nil, outcome) })
    else { return finish(isDone: false, nil) }
    self.run = run
  }

  private func finish(isDone: Bool, _ outcome: ConnectorImport?) {
    guard !isEnded else { return }
    isEnded = true
    renewal?.cancel()
    spool?.stopNotifying()
    spool = nil
    let call = SessionAPI.FinishImport(blob: pending.blob, isDone: isDone, problem: outcome?.problem)
    session.send(call, meta) { [ended] _ in ended(outcome) }
  }
}
