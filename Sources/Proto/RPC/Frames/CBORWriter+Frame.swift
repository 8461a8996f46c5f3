public import CBOR

extension CBORWriter {
  /// Begins a frame. Exactly one item and `closeFrame` must follow.
  public mutating func openFrame(_ kind: Frame.Kind, call: UInt32) -> Int {
    let opened = count
    state.pointee.reserve(Frame.headBytes)
    let base = state.pointee.base + opened
    base.storeBytes(of: kind.rawValue, toByteOffset: 4, as: UInt8.self)
    base.storeBytes(of: call.bigEndian, toByteOffset: 5, as: UInt32.self)
    state.pointee.count += Frame.headBytes
    return opened
  }

  /// Writes the length. Removes a frame that is too long, and returns false.
  @discardableResult
  public mutating func closeFrame(_ opened: Int) -> Bool {
    let length = count - opened - 4
    guard length <= RPCLimits.frameBytes else {
      truncate(to: opened)
      return false
    }
    (state.pointee.base + opened).storeBytes(of: UInt32(length).bigEndian, as: UInt32.self)
    return true
  }
}
