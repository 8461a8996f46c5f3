/// Receives the events of a descriptor that a loop watches.
public protocol PollHandler: AnyObject {
  /// `events` are epoll's bits. Called on the loop; may unwatch the descriptor.
  func ready(_ events: UInt32)
}
