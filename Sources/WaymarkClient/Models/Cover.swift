public import Foundation

/// The cover of a work or story.
public struct Cover: Sendable, Hashable {
  /// The media type of the image.
  public var type: String
  /// The bytes of the image.
  public var data: Data
  /// Whether the server has drawn the cover as SVG, because it has no image.
  public var isGenerated: Bool

  /// Creates a cover, for previews and tests.
  public init(type: String, data: Data, isGenerated: Bool = false) {
    self.type = type
    self.data = data
    self.isGenerated = isGenerated
  }
}

/// The owner of a cover.
public enum CoverOwner: Sendable, Hashable {
  /// The work with this id.
  case work(String)
  /// The story with this id.
  case story(String)

  var path: [String] {
    switch self {
    case .work(let id): ["works", id, "cover"]
    case .story(let id): ["stories", id, "cover"]
    }
  }
}

/// The format of an image that can be stored as a cover.
public enum CoverFormat: String, Sendable, Hashable, CaseIterable {
  /// A JPEG image.
  case jpeg = "image/jpeg"
  /// A PNG image.
  case png = "image/png"
  /// A WebP image.
  case webp = "image/webp"
}
