/// What the loop calls when a descriptor that it watches is ready.
public protocol PollHandler: AnyObject {
  /// `events` are epoll's bits. Called on the loop; the descriptor may be unwatched from here.
  func ready(_ events: UInt32)
}
