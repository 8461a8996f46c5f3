import Glibc
import Service

/// How far a long piece of work is, on standard error: a bar on a terminal, now and then a plain line elsewhere.
struct Progress {
  private static let barWidth = 30
  private let name: String
  private let unit: String
  private let total: Int
  private let isTerminal: Bool
  private let pause: Int
  private var done = 0
  private var showAt: Int

  init(_ name: String, total: Int, of unit: String = "events", isShown: Bool = true) {
    self.name = name
    self.unit = unit
    self.total = max(1, total)
    isTerminal = isatty(STDERR_FILENO) == 1
    pause = isTerminal ? 100 : 5_000
    showAt = isShown ? Clock.milliseconds + pause : .max
  }

  mutating func add(_ count: Int) {
    done += count
    let now = Clock.milliseconds
    guard now >= showAt else { return }
    showAt = now + pause
    if isTerminal { Output.write("\r" + bar, to: STDERR_FILENO) } else { Output.complain(line) }
  }

  /// Leaves the terminal as it was.
  func finish() {
    if isTerminal, showAt < .max { Output.write("\r\u{1B}[K", to: STDERR_FILENO) }
  }

  private var percent: Int {
    min(100, done * 100 / total)
  }

  var line: String {
    "\(name): \(done) of \(max(done, total)) \(unit), \(percent) %"
  }

  var bar: String {
    let filled = Self.barWidth * percent / 100
    let text = String(repeating: "#", count: filled) + String(repeating: "-", count: Self.barWidth - filled)
    return "\(name) [\(text)] \(percent) %"
  }
}
