/// A file as it goes out: the edge sends its bytes as they are.
public struct MediaReply: Codable, Hashable, Sendable {
  public var contentType: String
  public var bytes: [UInt8]

  public init(_ type: MediaType, _ bytes: [UInt8]) {
    contentType = type.rawValue
    self.bytes = bytes
  }
}

/// What a call may answer besides JSON.
public enum MediaType: String, CaseIterable, Sendable {
  case svg = "image/svg+xml"
  case pdf = "application/pdf"
}
