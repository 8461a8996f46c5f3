import API
import Connectors
import JSON
import Proto

/// A process that imports a file for a connector. Belongs to the edge's loop.
final class ImportRun {
  private let name: String
  private let ended: (ConnectorImport?) -> Void
  private var child: ImportChild?
  private var limit: LoopTimer?
  private var result: [UInt8]?
  private var rejection: String?
  private var isUnavailable = false
  private var isOverdue = false

  /// Calls `ended` with the outcome, or with nil if another run may succeed. Returns nil if no process can be started.
  init?(
    loop: Loop, _ program: ImportProgram, _ order: SessionAPI.ImportOrder, of user: String, named name: String,
    file: Int32, ended: @escaping (ConnectorImport?) -> Void
  ) {
    self.name = name
    self.ended = ended
    let call = EdgeAPI.ImportFile(format: order.format, load: order.load)
    do throws(RequestProblem) {
      child = try ImportChild(
        loop: loop, program, program.arguments(call, user) + ["--connector", "--source", order.connector.rawValue],
        file: file,
        received: { [weak self] in self?.receive($0, $1) }, ended: { [weak self] in self?.programEnded($0) })
    } catch {
      return nil
    }
    limit = loop.schedule(afterMilliseconds: Limits.importMilliseconds) { [weak self] in
      self?.isOverdue = true
      self?.child?.interrupt()
    }
  }

  /// Ends the process without an outcome.
  func end() {
    limit?.cancel()
    child?.end()
    child = nil
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
    limit?.cancel()
    ended(outcome(ending))
  }

  private func outcome(_ ending: ImportChild.Ending) -> ConnectorImport? {
    if let result { return outcome(report: result) }
    if let rejection { return rejected(rejection) }
    if isOverdue { return rejected("the import takes too long; use 'waymark import'") }
    switch ending {
    case .signalled where !isUnavailable && !ending.isInterruption:
      return rejected("the file takes too long or too much memory to read; use 'waymark import'")
    case .signalled, .exited: return nil
    }
  }

  private func rejected(_ reason: String) -> ConnectorImport {
    ConnectorImport(rejection: reason, problem: "'\(name)' was not imported: \(reason)")
  }

  private func outcome(report: [UInt8]) -> ConnectorImport? {
    guard let value = JSONValue(parsing: report, depthLimit: Limits.jsonDepth) else { return nil }
    func count(_ value: JSONValue?, _ name: String) -> Int { value?[name].flatMap(\.count) ?? 0 }
    let rejected = count(value, "rejected")
    var problem: String?
    if rejected > 0 {
      let first = value["problems"]?.list?.first
      let reason = first?["reason"]?.text.map { ": line \(count(first, "line")): \($0)" } ?? ""
      let skipped = rejected == 1 ? "1 item was skipped" : "\(rejected) items were skipped"
      problem = "'\(name)': \(skipped)\(reason)"
    }
    let kinds = ["reading", "listening", "rucks"].map { value["byKind"]?[$0] }
    let items = ConnectorItems(
      added: kinds.reduce(0) { $0 + count($1, "added") },
      alreadyThere: kinds.reduce(0) { $0 + count($1, "alreadyThere") }, rejected: rejected)
    return ConnectorImport(items: items, problem: problem)
  }
}

extension JSONValue {
  fileprivate var count: Int? {
    if case .number(let value) = self { Int(exactly: value) } else { nil }
  }
}
