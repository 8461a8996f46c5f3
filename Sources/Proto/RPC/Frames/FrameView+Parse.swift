import CBOR

extension FrameView {
  /// Returns the frame at the start of `bytes`, or nil if it is incomplete. Throws as soon as the bytes cannot become a
  /// frame.
  public static func first(in bytes: UnsafeRawBufferPointer) throws(FrameError) -> FrameView? {
    guard bytes.count >= 4 else { return nil }
    let length = Int(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)))
    guard length <= RPCLimits.frameBytes else { throw .tooLong(length) }
    guard length >= RPCLimits.frameMinimumBytes else { throw .tooShort(length) }
    guard bytes.count >= 5 else { return nil }
    guard let kind = Frame.Kind(rawValue: bytes[4]) else { throw .unknownKind(bytes[4]) }
    guard bytes.count >= 4 + length else { return nil }
    let call = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 5, as: UInt32.self))
    let payload = UnsafeRawBufferPointer(rebasing: bytes[Frame.headBytes..<4 + length])
    var isValid = true
    do {
      // The depth is limited within an argument, a fault's detail and a result. Only a result is the whole payload.
      try CBORCheck.valid(payload, depth: kind == .reply ? CBORLimits.depth : CBORLimits.depth + 1)
    } catch {
      guard error.isWellFormed else { throw .malformed(error) }
      isValid = false
    }
    return FrameView(kind: kind, call: call, payload: payload, size: 4 + length, isValid: isValid)
  }
}
