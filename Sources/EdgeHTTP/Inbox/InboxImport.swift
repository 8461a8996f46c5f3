import API
import Connectors
import Glibc
import Proto

/// The process that imports one file of the inbox. Belongs to the edge's loop.
final class InboxImport {
  private let ended: (InboxOutcome) -> Void
  private var child: ImportChild?
  private var limit: LoopTimer?
  private var outcome: InboxOutcome?
  private var isUnavailable = false
  private var isOverdue = false

  /// Takes over the open file.
  init(
    loop: Loop, _ program: ImportProgram, _ order: SessionAPI.ImportOrder, user: String, _ descriptor: Int32,
    ended: @escaping (InboxOutcome) -> Void
  ) {
    self.ended = ended
    let call = EdgeAPI.ImportFile(format: order.format, load: order.load)
    defer { close(descriptor) }
    do throws(RequestProblem) {
      child = try ImportChild(
        loop: loop, program, program.arguments(call, user) + ["--connector", "--source", "inbox"], file: descriptor,
        received: { [weak self] in self?.receive($0, $1) }, ended: { [weak self] in self?.finish($0) })
    } catch {
      loop.execute { [own = LoopLocal(onLoop: loop, self)] in own.value.ended(.later) }
      return
    }
    limit = loop.schedule(afterMilliseconds: Limits.importMilliseconds) { [weak self] in
      self?.isOverdue = true
      self?.child?.interrupt()
    }
  }

  func interrupt() {
    limit?.cancel()
    child?.end()
    child = nil
  }

  private func receive(_ word: String, _ rest: [UInt8]) {
    switch word {
    case "result": outcome = InboxOutcome(report: rest, jsonDepth: Limits.jsonDepth)
    case "refused": outcome = .failed(reason: String(decoding: rest, as: UTF8.self))
    case "away", "gone": isUnavailable = true
    default: return
    }
  }

  private func finish(_ ending: ImportChild.Ending) {
    limit?.cancel()
    child = nil
    if let outcome { return ended(outcome) }
    switch ending {
    case .signalled where isUnavailable: ended(.later)
    case .signalled where ending.isInterruption && !isOverdue: ended(.interrupted)
    case .signalled:
      ended(.failed(reason: "the file takes too long or too much memory to read; use 'waymark import'"))
    case .exited: ended(.later)
    }
  }
}
