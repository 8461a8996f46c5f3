public import Proto

/// A warning that may occur thousands of times per second. The first is logged at once, the others as one line per
/// second with their count. Any thread can call `note`.
public final class PacedWarning: Sendable {
  private static let intervalMilliseconds = 1_000

  private struct State {
    var pace = LinePace()
    var reason = ""
  }

  private let loop: Loop
  private let write: @Sendable (_ count: Int, _ reason: String) -> Void
  private let state: LoopLocal<State>

  public convenience init(_ message: String, log: Log, loop: Loop) {
    let log = log.unlimited
    self.init(loop: loop) { count, reason in log.warning(message, ["count": "\(count)", "reason": reason]) }
  }

  init(loop: Loop, write: @escaping @Sendable (_ count: Int, _ reason: String) -> Void) {
    self.loop = loop
    self.write = write
    state = LoopLocal(loop, State())
  }

  public func note(_ reason: String) {
    guard loop.isCurrent else { return loop.execute { [self] in note(reason) } }
    state.value.reason = reason
    guard let count = state.value.pace.note() else { return }
    write(count, reason)
    waitForNext()
  }

  private func waitForNext() {
    loop.schedule(afterMilliseconds: PacedWarning.intervalMilliseconds) { [self] in
      guard let count = state.value.pace.intervalPassed() else { return }
      write(count, state.value.reason)
      waitForNext()
    }
  }
}

/// Decides which events get a line: the first, and after each interval the others together.
struct LinePace {
  private var isPacing = false
  private var count = 0

  /// Returns the count for a line that begins an interval, or nil if the event must wait.
  mutating func note() -> Int? {
    guard isPacing else {
      isPacing = true
      return 1
    }
    count += 1
    return nil
  }

  /// Returns the count of the interval, whose line begins the next one, or nil to end the pacing.
  mutating func intervalPassed() -> Int? {
    defer { count = 0 }
    isPacing = count > 0
    return isPacing ? count : nil
  }
}
