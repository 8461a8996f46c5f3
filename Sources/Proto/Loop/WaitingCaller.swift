/// The task that waits for a call, which the link checks for cancellation.
///
/// A cancellation handler would cost each call three locks of the runtime, and few calls are ever cancelled. So the
/// link checks at intervals.
///
/// Unchecked: the task is suspended until the call completes, so it is alive while this is used, and any thread may
/// check whether it was cancelled.
@usableFromInline
package struct WaitingCaller: @unchecked Sendable {
  /// The pointer in an `UnsafeCurrentTask`, without its reference count. The compiler does not know the layout of that
  /// type, nor that of any type that contains it.
  private let task: UnsafeRawPointer?

  private init(_ task: UnsafeCurrentTask?) {
    self.task = task.map { unsafeBitCast($0, to: UnsafeRawPointer.self) }
  }

  /// The current task, or none outside of a task.
  @usableFromInline
  package static var current: WaitingCaller { withUnsafeCurrentTask { WaitingCaller($0) } }

  /// A caller with a completion instead of a task.
  @usableFromInline
  package static var none: WaitingCaller { WaitingCaller(nil) }

  @usableFromInline
  package var isCancelled: Bool {
    guard let task else { return false }
    return unsafeBitCast(task, to: UnsafeCurrentTask.self).isCancelled
  }

  package var canBeCancelled: Bool { task != nil }
}
