public import CBOR

/// Why a connection ends: bytes that are no frame. The description goes into the `goaway`.
public enum FrameError: Error, Hashable, Sendable {
  case tooLong(Int)
  case tooShort(Int)
  case unknownKind(UInt8)
  case malformed(CBORError)
}

extension FrameError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLong(let length): "a frame of \(length) bytes; at most \(RPCLimits.frameBytes) are taken"
    case .tooShort(let length): "a frame of \(length) bytes; it has at least \(RPCLimits.frameMinimumBytes)"
    case .unknownKind(let kind): "a frame of the unknown type \(kind)"
    case .malformed(let error): "a payload that is not one well-formed CBOR item: \(error)"
    }
  }
}
