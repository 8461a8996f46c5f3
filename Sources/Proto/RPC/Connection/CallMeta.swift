import CBOR
public import Chronology

/// The metadata of a call, sent with its argument.
public struct CallMeta: Hashable, Sendable {
  /// Set by the edge from the credentials, never from a body.
  public var user: String?
  /// The remaining milliseconds.
  public var deadline: Int?
  /// W3C traceparent.
  public var trace: String?
  /// Idempotency key.
  public var key: String?
  /// SHA-256 of the body of the HTTP request.
  public var digest: [UInt8]?
  /// When the call was first made, if it repeats a call of another server. The edge never sets it.
  public var at: Instant?
  /// The head of the user's journal, read after the caller's request had arrived. If it is nil, a view requests it.
  public var head: Head?

  /// The end of a journal: the number of its last event, and the checksum of all events up to it.
  public struct Head: Hashable, Sendable {
    public var seq: Int64
    public var checksum: Int64

    public init(seq: Int64, checksum: Int64) {
      self.seq = seq
      self.checksum = checksum
    }
  }

  public init(
    user: String? = nil, deadline: Int? = nil, trace: String? = nil, key: String? = nil, digest: [UInt8]? = nil,
    at: Instant? = nil, head: Head? = nil
  ) {
    self.user = user
    self.deadline = deadline
    self.trace = trace
    self.key = key
    self.digest = digest
    self.at = at
    self.head = head
  }

  /// Writes the map with the effective deadline, without members that have no value.
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
    if let head {
      writer.word("head")
      writer.array(2)
      writer.integer(head.seq)
      writer.integer(head.checksum)
      count += 1
    }
    writer.closeMap(opened, count: count)
  }
}
