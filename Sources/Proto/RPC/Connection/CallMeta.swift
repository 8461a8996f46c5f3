import CBOR
public import Chronology

/// What goes with a call besides its argument.
public struct CallMeta: Hashable, Sendable {
  /// Set by the edge from the credentials, never from a body.
  public var user: String?
  /// Milliseconds left.
  public var deadline: Int?
  /// W3C traceparent.
  public var trace: String?
  /// Idempotency key.
  public var key: String?
  /// SHA-256 of the outside request's body.
  public var digest: [UInt8]?
  /// When the call was first made, where it repeats one of another server; never set by the edge.
  public var at: Instant?

  public init(
    user: String? = nil, deadline: Int? = nil, trace: String? = nil, key: String? = nil, digest: [UInt8]? = nil,
    at: Instant? = nil
  ) {
    self.user = user
    self.deadline = deadline
    self.trace = trace
    self.key = key
    self.digest = digest
    self.at = at
  }

  /// As the wire's map, with the deadline that holds; members without a value are left out.
  func write(into writer: inout CBORWriter, deadline: Int) {
    var count = 1
    let opened = writer.open()
    if let user {
      writer.word("user")
      writer.text(user)
      count += 1
    }
    writer.word("deadline")
    writer.unsigned(UInt64(max(0, deadline)))
    if let trace {
      writer.word("trace")
      writer.text(trace)
      count += 1
    }
    if let key {
      writer.word("key")
      writer.text(key)
      count += 1
    }
    if let digest {
      writer.word("digest")
      writer.bytes(digest)
      count += 1
    }
    if let at {
      writer.word("at")
      writer.tag(1)
      writer.integer(at.seconds)
      count += 1
    }
    writer.closeMap(opened, count: count)
  }
}
