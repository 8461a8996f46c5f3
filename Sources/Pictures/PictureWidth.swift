import Charts
public import Proto

/// The width of a requested picture, in pixels.
public enum PictureWidth {
  public static let standard = PictureLimits.standardWidth
  public static let standardCard = PictureLimits.standardCardWidth

  /// Returns the requested width, or `standard` if none was given.
  public static func checked(_ width: Int?, else standard: Int = Self.standard) throws(Fault) -> Int {
    guard let width else { return standard }
    guard PictureLimits.widths.contains(width) else { throw Fault.invalid("width", "must be from 200 to 2000") }
    return width
  }
}
