import Proto
import Service

/// Logs failed requests, paced by the code of the failure: each of the first, and then one line a second with a count.
final class FailureLog {
  private let log: Log
  private let loop: Loop
  private var warnings: [Fault.Code: PacedWarning] = [:]

  init(log: Log, loop: Loop) {
    self.log = log
    self.loop = loop
  }

  func note(_ fault: Fault, _ method: String, request: [UInt8]) {
    let id = String(decoding: request, as: UTF8.self)
    warning(fault.code).note("\(fault.code.rawValue): \(method): \(fault.message) request=\(id)")
  }

  private func warning(_ code: Fault.Code) -> PacedWarning {
    if let known = warnings[code] { return known }
    let warning = PacedWarning("requests have failed", log: log, loop: loop)
    warnings[code] = warning
    return warning
  }
}
