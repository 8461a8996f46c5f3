/// The task that waits for a call's answer, as far as the link must know it: whether it was cancelled meanwhile.
///
/// A handler for the cancellation would be called at once; but to set one up and take it down again costs each call
/// three locks of the runtime's, and hardly a call is ever cancelled. So the link checks at intervals.
///
/// Unchecked: the task is suspended until the call's completion, so it is alive while this is used, and
/// whether it was cancelled may be asked from any thread.
@usableFromInline
package struct WaitingCaller: @unchecked Sendable {
  /// What an `UnsafeCurrentTask` holds, without its reference count. As itself it is a type whose layout the compiler
  /// does not know, and would make one of everything that it is put into.
  private let task: UnsafeRawPointer?

  private init(_ task: UnsafeCurrentTask?) {
    self.task = task.map { unsafeBitCast($0, to: UnsafeRawPointer.self) }
  }

  /// The task that asks; none where the caller is not in one.
  @usableFromInline
  package static var current: WaitingCaller { withUnsafeCurrentTask { WaitingCaller($0) } }

  /// A caller that does not wait, but is called back.
  @usableFromInline
  package static var none: WaitingCaller { WaitingCaller(nil) }

  @usableFromInline
  package var isCancelled: Bool {
    guard let task else { return false }
    return unsafeBitCast(task, to: UnsafeCurrentTask.self).isCancelled
  }

  package var canBeCancelled: Bool { task != nil }
}
