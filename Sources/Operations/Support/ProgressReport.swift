/// Receives the progress of a long operation: the work done so far and the total.
public typealias ProgressReport = @Sendable (_ done: Int, _ total: Int) -> Void
