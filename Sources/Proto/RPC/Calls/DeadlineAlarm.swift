import Loop

/// One timer for many deadlines: it goes off at the first of them, and is then set to the next. Most calls wait equally
/// long, so most deadlines come after the one that is set, and cost a comparison.
final class DeadlineAlarm {
  private let loop: Loop
  private var due = UInt64.max
  private var timer: LoopTimer?
  /// Does what is due, and says when it wants to be called again.
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
