/// What made-up bytes are thrown at. A check stops the process where something does not hold.
enum FuzzTarget: String, CaseIterable {
  case frames, cbor, requests, json, jwt

  func check(_ bytes: [UInt8]) {
    switch self {
    case .frames: checkFrames(bytes)
    case .cbor: bytes.withUnsafeBytes { checkItem($0) }
    case .requests: checkRequests(bytes)
    case .json: checkJSON(bytes)
    case .jwt: checkToken(bytes)
    }
  }
}
