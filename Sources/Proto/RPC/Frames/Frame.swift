import CBOR

/// One message between two processes: `length: u32` · `type: u8` · `call: u32` · payload, all big-endian.
public struct Frame: Hashable, Sendable {
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    case hello = 1
    case request, reply, fault, cancel, ping, pong, goaway
  }

  public var kind: Kind
  /// Chosen by the caller; 0 in frames about the connection.
  public var call: UInt32
  /// One CBOR item.
  public var payload: [UInt8]

  /// Bytes before the payload, including the length.
  public static let headBytes = 9

  public init(_ kind: Kind, call: UInt32, payload: [UInt8]) {
    self.kind = kind
    self.call = call
    self.payload = payload
  }

  public var encoded: [UInt8] {
    var writer = CBORWriter(capacity: Frame.headBytes + payload.count)
    let opened = writer.openFrame(kind, call: call)
    writer.raw(payload)
    writer.closeFrame(opened)
    return writer.bytes
  }
}

/// A frame in the receive buffer, without a copy.
public struct FrameView {
  public var kind: Frame.Kind
  public var call: UInt32
  public var payload: UnsafeRawBufferPointer
  /// Bytes of the whole frame.
  public var size: Int
  /// Whether the payload is known to have only UTF-8 text and no duplicate keys. If not, the decoder checks it and
  /// throws the error.
  public var isValid = false

  public var frame: Frame { Frame(kind, call: call, payload: Array(payload)) }
}
