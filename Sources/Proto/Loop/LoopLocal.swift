/// A value that belongs to one loop. It can be passed anywhere, but accessed only on its loop.
///
/// Unchecked: every access checks that it is on the loop's thread.
public final class LoopLocal<Value>: @unchecked Sendable {
  public let loop: Loop
  /// Only one thread accesses it, so there is no dynamic check.
  @exclusivity(unchecked) @usableFromInline var stored: Value

  /// `value` can be created anywhere. It belongs to the loop from now on.
  @inlinable
  public init(_ loop: Loop, _ value: sending Value) {
    self.loop = loop
    stored = value
  }

  /// Wraps a value that belongs to the loop already. On the loop only.
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
