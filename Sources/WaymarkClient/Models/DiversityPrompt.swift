/// A question about the diversity of a work, asked after a reading session.
public struct DiversityPrompt: Codable, Sendable, Hashable, Identifiable {
  /// One of the answers to choose from.
  public struct Option: Codable, Sendable, Hashable, Identifiable {
    /// The value to send.
    public var value: String
    /// The text to show.
    public var label: String
    /// The name of an SF Symbol.
    public var icon: String

    /// The value.
    public var id: String { value }
  }

  /// The id of the prompt, which is the id of the session it belongs to.
  public var id: String
  /// The id of the reading session.
  public var sessionId: String
  /// The id of the work.
  public var workId: String
  /// The dimension that the question is about.
  public var dimension: DiversityDimension
  /// The text of the question.
  public var question: String
  /// The answers to choose from.
  public var options: [Option]
  /// Whether the prompt may be skipped.
  public var skippable: Bool
}

/// The result of giving a value for a work, with everything a view needs to celebrate it.
public struct DiversityAnswer: Codable, Sendable, Hashable {
  /// The id of the work.
  public var workId: String
  /// The dimension that the value describes.
  public var dimension: DiversityDimension
  /// The stored value.
  public var value: String
  /// The percentage of core fields of the library with a value before this answer, 0…100.
  public var completionBefore: Double
  /// The percentage of core fields of the library with a value after this answer, 0…100.
  public var completionAfter: Double
  /// The points for this answer; 0 unless it filled a core field of the work for the first time.
  public var pointsAwarded: Int
  /// The sum of all the user's points.
  public var curatorPoints: Int
  /// The updated radar with the default axes.
  public var radar: DiversityRadar
}

/// A dimension with its question and its possible values.
public struct AskedDimension: Codable, Sendable, Hashable, Identifiable {
  /// The dimension.
  public var dimension: DiversityDimension
  /// The name to show.
  public var label: String
  /// The text of the question, or nil if the server derives the value from the work.
  public var question: String?
  /// Whether the dimension counts towards completion.
  public var isCore: Bool
  /// Whether the server derives the value from the work, so that it cannot be set.
  public var isDerived: Bool
  /// The values to choose from.
  public var options: [DiversityPrompt.Option]

  /// The dimension.
  public var id: DiversityDimension { dimension }
}

struct DimensionsResponse: Codable, Sendable {
  var dimensions: [AskedDimension]
}

/// A work of the library that lacks values.
public struct IncompleteWork: Codable, Sendable, Hashable, Identifiable {
  /// The id of the work.
  public var workId: String
  /// The title of the work.
  public var title: String
  /// The core dimensions without a value.
  public var missing: [DiversityDimension]

  /// The id of the work.
  public var id: String { workId }
}
