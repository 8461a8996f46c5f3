public import CBOR

/// Received bytes that are not a frame. The description becomes the reason of the `goaway`.
public enum FrameError: Error, Hashable, Sendable {
  case tooLong(Int)
  case tooShort(Int)
  case unknownKind(UInt8)
  case malformed(CBORError)
}

extension FrameError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLong(let length): "a frame of \(length) bytes; at most \(RPCLimits.frameBytes) are allowed"
    case .tooShort(let length): "a frame of \(length) bytes; at least \(RPCLimits.frameMinimumBytes) are required"
    case .unknownKind(let kind): "a frame of unknown type \(kind)"
    case .malformed(let error): "a payload that is not one well-formed CBOR item: \(error)"
    }
  }
}
