/// Every bound of the pictures.
public enum PictureLimits {
  /// Pixels that a picture may be asked for.
  public static let widths = 200...2_000
  public static let standardWidth = 720
  public static let standardCardWidth = 1_200

  /// Characters of a title or a name that are read; what is drawn is shorter.
  static let textCharacters = 600
  /// Characters of the sentence that is read aloud.
  static let sentenceCharacters = 4_000
  /// Code points of one character, and marks on it: more would be drawn far outside of the line.
  static let characterScalars = 12
  static let characterMarks = 3
  /// What any figure is clamped to, so that no number is too long for its place.
  static let figure = 1e15
}
