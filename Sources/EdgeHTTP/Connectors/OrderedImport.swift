import API
import Connectors
import Glibc
import JSON
import Proto

/// One ordered import: its content becomes an unnamed file, which a process reads. Belongs to the edge's loop.
final class OrderedImport {
  private let loop: Loop
  private let session: any Upstream
  private let uploads: ImportUploads
  private let pending: SessionAPI.PendingImport
  private let ended: (ConnectorImport?) -> Void
  private var spool: FileSpool?
  private var child: ImportChild?
  private var renewal: LoopTimer?
  private var limit: LoopTimer?
  private var place = 0
  private var read = 0
  private var result: [UInt8]?
  private var rejection: String?
  private var isUnavailable = false
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

  private var meta: CallMeta { CallMeta(user: pending.user, deadline: Int(Limits.callMilliseconds)) }

  func begin() {
    renew()
    guard let spool = uploads.makeSpool(bytes: pending.size) else { return finish(isDone: false, nil) }
    self.spool = spool
    spool.notify { [weak self] in self?.continueCopy() }
    readNext()
  }

  func interrupt() {
    child?.end()
    child = nil
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

  // The file.

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
    guard let spool, spool.waitingBytes == 0, child == nil, !isEnded else { return }
    if spool.hasFailed { return finish(isDone: false, nil) }
    if read < pending.size { readNext() } else { runProgram(spool) }
  }

  // The process.

  private func runProgram(_ spool: FileSpool) {
    spool.stopNotifying()
    guard let program = uploads.program else { return finish(isDone: false, nil) }
    let call = EdgeAPI.ImportFile(format: pending.order.format, load: pending.order.load)
    do throws(Refusal) {
      child = try ImportChild(
        loop: loop, program, program.arguments(call, pending.user) + ["--connector"], file: spool.descriptor,
        received: { [weak self] in self?.receive($0, $1) }, ended: { [weak self] in self?.programEnded($0) })
    } catch {
      return finish(isDone: false, nil)
    }
    limit = loop.schedule(afterMilliseconds: Limits.importMilliseconds) { [weak self] in self?.child?.interrupt() }
  }

  private func receive(_ word: String, _ rest: [UInt8]) {
    switch word {
    case "result": result = rest
    case "refused": rejection = String(decoding: rest, as: UTF8.self)
    case "away", "gone": isUnavailable = true
    default: return
    }
  }

  private func programEnded(_ ending: ImportChild.Ending) {
    child = nil
    if let result { return finish(report: result) }
    if let rejection {
      return finish(
        isDone: true, "'\(pending.name)' was not imported: \(rejection)", ConnectorImport(rejection: rejection))
    }
    switch ending {
    case .signalled where !isUnavailable:
      let reason = "it takes too long or too much memory"
      finish(isDone: true, "'\(pending.name)' was not imported: \(reason)", ConnectorImport(rejection: reason))
    case .signalled, .exited: finish(isDone: false, nil)
    }
  }

  private func finish(report: [UInt8]) {
    guard let value = JSONValue(parsing: report, depthLimit: Limits.jsonDepth) else {
      return finish(isDone: false, nil)
    }
    func count(_ value: JSONValue?, _ name: String) -> Int { value?[name].flatMap(\.count) ?? 0 }
    let rejected = count(value, "rejected")
    var problem: String?
    if rejected > 0 {
      let first = value["problems"]?.list?.first
      let reason = first?["reason"]?.text.map { ": line \(count(first, "line")): \($0)" } ?? ""
      let skipped = rejected == 1 ? "1 item was skipped" : "\(rejected) items were skipped"
      problem = "'\(pending.name)': \(skipped)\(reason)"
    }
    let kinds = ["reading", "listening", "rucks"].map { value["byKind"]?[$0] }
    let items = ConnectorItems(
      added: kinds.reduce(0) { $0 + count($1, "added") },
      alreadyThere: kinds.reduce(0) { $0 + count($1, "alreadyThere") }, rejected: rejected)
    finish(isDone: true, problem, ConnectorImport(items: items))
  }

  private func finish(isDone: Bool, _ problem: String?, _ outcome: ConnectorImport? = nil) {
    guard !isEnded else { return }
    isEnded = true
    renewal?.cancel()
    limit?.cancel()
    spool?.stopNotifying()
    spool = nil
    let call = SessionAPI.FinishImport(blob: pending.blob, isDone: isDone, problem: problem)
    session.send(call, meta) { [ended] _ in ended(outcome) }
  }
}

extension JSONValue {
  fileprivate var count: Int? {
    if case .number(let value) = self { Int(exactly: value) } else { nil }
  }
}
