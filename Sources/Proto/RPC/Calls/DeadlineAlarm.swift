import Loop

/// One timer for many deadlines, set for the earliest. Most calls have the same time limit, so most deadlines come
/// after the one that is set and cost only a comparison.
final class DeadlineAlarm {
  private let loop: Loop
  private var due = UInt64.max
  private var timer: LoopTimer?
  /// Handles what is due and returns the next deadline.
  var fire: () -> UInt64? = { nil }

  init(loop: Loop) {
    self.loop = loop
  }

  @inline(__always)
  func cover(_ deadline: UInt64) {
    if deadline < due { set(deadline) }
  }

  func cancel() {
    timer?.cancel()
    timer = nil
    due = .max
    fire = { nil }
  }

  private func set(_ deadline: UInt64) {
    timer?.cancel()
    due = deadline
    timer = loop.schedule(atNanoseconds: deadline) { [unowned self] in
      due = .max
      if let next = fire() { cover(next) }
    }
  }
}
