import Glibc
import Operations
import Service
import Synchronization

/// Shows the progress of a long operation on standard error: a bar on a terminal, otherwise a line every few seconds.
final class ProgressBar: Sendable {
  private let state: Mutex<Progress>

  init(_ name: String, of unit: String = "events") {
    state = Mutex(Progress(name, of: unit, isTerminal: isatty(STDERR_FILENO) == 1))
  }

  var report: ProgressReport {
    { [self] done, total in
      state.withLock { progress in
        if let text = progress.text(done, of: total, now: Clock.milliseconds) { Output.write(text, to: STDERR_FILENO) }
      }
    }
  }

  /// Clears the bar from the terminal.
  func finish() {
    state.withLock { progress in
      if progress.isShown { Output.write("\r\u{1B}[K", to: STDERR_FILENO) }
      progress.isShown = false
    }
  }
}

/// The texts of a progress bar, and when to show them.
struct Progress {
  private static let barWidth = 30
  private let name: String
  private let unit: String
  private let isTerminal: Bool
  private let pause: Int
  private var showAt: Int?
  /// Whether there is a bar on the terminal.
  var isShown = false

  init(_ name: String, of unit: String, isTerminal: Bool) {
    self.name = name
    self.unit = unit
    self.isTerminal = isTerminal
    pause = isTerminal ? 100 : 5_000
  }

  /// Returns the text to write now, or nil if the last one was written a moment ago.
  mutating func text(_ done: Int, of total: Int, now: Int) -> String? {
    guard let due = showAt, now >= due else {
      if showAt == nil { showAt = now + pause }
      return nil
    }
    showAt = now + pause
    isShown = isTerminal
    return isTerminal ? "\r" + bar(done, of: total) : line(done, of: total) + "\n"
  }

  private func percent(_ done: Int, of total: Int) -> Int {
    min(100, done * 100 / max(1, total))
  }

  private func line(_ done: Int, of total: Int) -> String {
    "\(name): \(done) of \(max(done, total)) \(unit), \(percent(done, of: total)) %"
  }

  private func bar(_ done: Int, of total: Int) -> String {
    let percent = percent(done, of: total)
    let filled = Self.barWidth * percent / 100
    let text = String(repeating: "#", count: filled) + String(repeating: "-", count: Self.barWidth - filled)
    return "\(name) [\(text)] \(percent) %"
  }
}
