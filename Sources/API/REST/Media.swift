/// The bytes of a file, which the edge sends unchanged.
public struct MediaReply: Codable, Hashable, Sendable {
  public var contentType: String
  public var bytes: [UInt8]

  public init(_ type: MediaType, _ bytes: [UInt8]) {
    contentType = type.rawValue
    self.bytes = bytes
  }
}

/// The media types of responses other than JSON.
public enum MediaType: String, CaseIterable, Sendable {
  case svg = "image/svg+xml"
  case pdf = "application/pdf"
  case gpx = "application/gpx+xml"
  case jpeg = "image/jpeg"
  case png = "image/png"
  case webp = "image/webp"

  public static let images: [MediaType] = [.jpeg, .png, .webp, .svg]
}
