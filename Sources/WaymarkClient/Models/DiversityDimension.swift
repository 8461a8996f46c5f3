/// A dimension by which the diversity of a library is measured.
public struct DiversityDimension: OpenText {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a dimension from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The cultural background of the author. A core dimension.
  public static let culturalOrigin = DiversityDimension(rawValue: "culturalOrigin")
  /// The gender of the author. A core dimension.
  public static let gender = DiversityDimension(rawValue: "gender")
  /// Whether the work is read in translation. A core dimension.
  public static let translation = DiversityDimension(rawValue: "translation")
  /// Whether the author shares the background of the people the work is about. A core dimension.
  public static let ownVoices = DiversityDimension(rawValue: "ownVoices")
  /// Whether the work was read in an accessible edition, such as audio or large print. A core dimension.
  public static let accessibility = DiversityDimension(rawValue: "accessibility")
  /// The period in which the work was published. The server derives it from the work; it cannot be set.
  public static let timePeriod = DiversityDimension(rawValue: "timePeriod")
  /// The continent where the work is set.
  public static let geography = DiversityDimension(rawValue: "geography")
  /// Whether the work is by or about people who are seldom heard.
  public static let marginalizedVoices = DiversityDimension(rawValue: "marginalizedVoices")
  /// The language of the work. The server derives it from the work; it cannot be set.
  public static let language = DiversityDimension(rawValue: "language")
}

/// The period of diversity figures. A year or month covers the library's works that were read or finished in it.
public enum StatsPeriod: String, Codable, CaseIterable, Sendable {
  /// All works of the library.
  case allTime
  /// The current calendar year.
  case year
  /// The current calendar month.
  case month
}
