/// A value that belongs to one loop: it can be carried anywhere, and touched on its loop only.
///
/// Unchecked: every access asks the loop whether it is on its thread.
public final class LoopLocal<Value>: @unchecked Sendable {
  public let loop: Loop
  /// All on one thread: nothing is left for a dynamic check to find that the callers do not see for themselves.
  @exclusivity(unchecked) @usableFromInline var stored: Value

  /// `value` may be made anywhere; from then on it is the loop's.
  @inlinable
  public init(_ loop: Loop, _ value: sending Value) {
    self.loop = loop
    stored = value
  }

  /// For a value that is on its loop already.
  @inlinable
  public init(onLoop loop: Loop, _ value: Value) {
    loop.preconditionOnLoop()
    self.loop = loop
    stored = value
  }

  public var value: Value {
    @inlinable
    get {
      loop.preconditionOnLoop()
      return stored
    }
    @inlinable
    _modify {
      loop.preconditionOnLoop()
      yield &stored
    }
    @inlinable
    set {
      loop.preconditionOnLoop()
      stored = newValue
    }
  }
}
