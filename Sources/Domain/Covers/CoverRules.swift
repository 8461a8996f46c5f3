/// The rules for covers of works and stories.
public enum CoverRules {
  public static let mostBytes = 1 << 20
  /// The maximum width and height.
  public static let mostPixels = 4_000
  public static let mostCovers = 10_000
  public static let mostBytesOfUser = 1 << 30

  /// Returns the format and the size of an image that may be a cover.
  public static func header(of image: [UInt8]) throws(CoverProblem) -> ImageHeader {
    guard image.count <= mostBytes else { throw .tooLarge }
    let header = try ImageHeader(reading: image)
    guard header.width <= mostPixels, header.height <= mostPixels else { throw .tooManyPixels }
    return header
  }

  /// Whether a user with these covers may store another one of `size` bytes. `replaced` is the size of the one that it
  /// replaces.
  public static func mayStore(size: Int, replacing replaced: Int?, count: Int, bytes: Int) -> Bool {
    count + (replaced == nil ? 1 : 0) <= mostCovers && bytes - (replaced ?? 0) + size <= mostBytesOfUser
  }
}

/// The reason why an image cannot be a cover.
public enum CoverProblem: Error, Hashable, Sendable {
  case tooLarge, unknownType, damaged, tooManyPixels

  /// Continues a sentence that begins with the image.
  public var reason: String {
    switch self {
    case .tooLarge: "must be at most \(CoverRules.mostBytes) bytes"
    case .unknownType: "must be a JPEG, PNG or WebP image"
    case .damaged: "must be an undamaged image; its size cannot be read"
    case .tooManyPixels: "must be at most \(CoverRules.mostPixels) pixels wide and high"
    }
  }
}
