/// The task that waits for a call's answer, as far as the link must know it: whether it was cancelled meanwhile.
///
/// A handler for the cancellation would be told at once; but to set one up and take it down again costs each call four
/// locks of the runtime's, and hardly a call is ever cancelled. So the link looks now and then.
///
/// Unchecked: the task is suspended until the call's completion, so it is alive for as long as anybody asks here, and
/// whether it was cancelled may be asked from any thread.
@usableFromInline
struct WaitingCaller: @unchecked Sendable {
  private let task: UnsafeCurrentTask?

  /// The task that asks; none where the caller is not in one.
  @usableFromInline
  static var current: WaitingCaller { WaitingCaller(task: withUnsafeCurrentTask { $0 }) }

  /// A caller who does not wait, but is called back.
  @usableFromInline
  static var none: WaitingCaller { WaitingCaller(task: nil) }

  @usableFromInline var isCancelled: Bool { task?.isCancelled ?? false }
  var canBeCancelled: Bool { task != nil }
}
