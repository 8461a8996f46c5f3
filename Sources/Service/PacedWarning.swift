public import Proto

/// A warning about what may happen thousands of times a second: the first is written at once, the others as one line a
/// second with their count. May be noted from any thread.
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

/// Which of many events get a line: the first, and after each interval those since, together.
struct LinePace {
  private var isPacing = false
  private var count = 0

  /// What a line is to be written of now: it begins an interval.
  mutating func note() -> Int? {
    guard isPacing else {
      isPacing = true
      return 1
    }
    count += 1
    return nil
  }

  /// What came during the interval, whose line begins the next one; nil ends the pacing.
  mutating func intervalPassed() -> Int? {
    defer { count = 0 }
    isPacing = count > 0
    return isPacing ? count : nil
  }
}
