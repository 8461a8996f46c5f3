import JSON

/// The result of the import of a file.
public enum InboxOutcome: Hashable, Sendable {
  /// `problem` states what was skipped, or is nil.
  case done(problem: String?)
  case failed(reason: String)
  case later
  /// Something else ended the import.
  case interrupted

  /// The outcome of a report. A file without anything usable has failed, unless it is simply empty.
  public init(report: [UInt8], jsonDepth: Int) {
    guard let value = JSONValue(parsing: report, depthLimit: jsonDepth) else {
      self = .later
      return
    }
    let (rejected, skipped) = (Self.count(value, "rejected"), Self.count(value, "skipped"))
    let problems = (value["problems"]?.list ?? []).map { problem in
      "line \(Self.count(problem, "line")): \(problem["reason"]?.text ?? "")"
    }
    if Self.count(value, "added") + Self.count(value, "alreadyThere") == 0, rejected + skipped > 0 {
      let types = skipped > 0 ? ["\(skipped) of types that are not imported"] : []
      self = .failed(reason: (["nothing in the file could be imported"] + types + problems).joined(separator: "\n"))
    } else {
      let items = rejected == 1 ? "1 item was skipped" : "\(rejected) items were skipped"
      self = .done(problem: rejected > 0 ? ([items] + problems.prefix(1)).joined(separator: ": ") : nil)
    }
  }

  private static func count(_ value: JSONValue, _ name: String) -> Int {
    if case .number(let number)? = value[name] { Int(exactly: number) ?? 0 } else { 0 }
  }
}
