/// All limits of pictures.
public enum PictureLimits {
  /// The widths, in pixels, that a request may ask for.
  public static let widths = 200...2_000
  public static let standardWidth = 720
  public static let standardCardWidth = 1_200

  /// The most characters of a title or name that are read. Less may be drawn.
  static let textCharacters = 600
  /// The most characters of the sentence for screen readers.
  static let sentenceCharacters = 4_000
  /// The most code points of one character with its marks. More marks would be drawn far outside of the line.
  static let characterScalars = 12
  static let characterMarks = 3
  /// The greatest magnitude of a figure, so that no number is too long for its place.
  static let figure = 1e15
}
