import Import
import JSON
import Proto
import Service

/// The events of an import for the edge: one line each, a word and its data.
struct ImportEvents {
  private static let pauseMilliseconds = 100
  private var phase: ImportProgress.Phase?
  private var next = 0

  mutating func show(_ progress: ImportProgress) {
    let now = Clock.milliseconds
    guard progress.phase != phase || now >= next || progress.done == progress.total else { return }
    phase = progress.phase
    next = now + Self.pauseMilliseconds
    let json: JSONValue = [
      "phase": .text(progress.phase.rawValue), "done": .integer(progress.done), "total": .integer(progress.total),
    ]
    Output.print("progress " + json.json)
  }

  static func result(_ json: String) { Output.print("result " + json) }

  static func refused(_ rejection: ImportError) { Output.print("refused " + line(rejection.description)) }

  /// Internal errors go to the log instead.
  static func failed(_ fault: Fault) {
    switch fault.code {
    case .overloaded, .unavailable, .deadlineExceeded, .cancelled: Output.print("away " + line(fault.message))
    case .invalid, .conflict, .notFound: Output.print("refused " + line(fault.message))
    // The account has been deleted during the import.
    case .unauthenticated: Output.print("gone " + line(fault.message))
    case .forbidden, .unknownMethod, .internal: Output.printError("waymark import: \(fault.message)")
    }
  }

  private static func line(_ text: String) -> String { text.replacing("\n", with: " ") }
}
