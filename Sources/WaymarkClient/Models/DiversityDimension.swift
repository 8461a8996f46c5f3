/// What the diversity of a library is seen by.
public struct DiversityDimension: OpenText {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let culturalOrigin = DiversityDimension(rawValue: "culturalOrigin")
  public static let gender = DiversityDimension(rawValue: "gender")
  public static let translation = DiversityDimension(rawValue: "translation")
  public static let ownVoices = DiversityDimension(rawValue: "ownVoices")
  public static let accessibility = DiversityDimension(rawValue: "accessibility")
  public static let timePeriod = DiversityDimension(rawValue: "timePeriod")
  public static let geography = DiversityDimension(rawValue: "geography")
  public static let marginalizedVoices = DiversityDimension(rawValue: "marginalizedVoices")
  public static let language = DiversityDimension(rawValue: "language")
}

public enum StatsPeriod: String, Codable, CaseIterable, Sendable {
  case allTime, year, month
}
