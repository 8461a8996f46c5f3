/// The one question after a reading session.
public struct DiversityPrompt: Codable, Sendable, Hashable, Identifiable {
  public struct Option: Codable, Sendable, Hashable, Identifiable {
    public var value: String
    public var label: String
    /// The name of an SF Symbol.
    public var icon: String

    public var id: String { value }
  }

  public var id: String
  public var sessionId: String
  public var workId: String
  public var dimension: DiversityDimension
  public var question: String
  public var options: [Option]
  public var skippable: Bool
}

/// What describing a work has changed: enough to celebrate it, and the radar to show at once.
public struct DiversityAnswer: Codable, Sendable, Hashable {
  public var workId: String
  public var dimension: DiversityDimension
  public var value: String
  public var completionBefore: Double
  public var completionAfter: Double
  public var pointsAwarded: Int
  public var curatorPoints: Int
  public var radar: DiversityRadar
}

/// A dimension, and what can be said of a work in it.
public struct AskedDimension: Codable, Sendable, Hashable, Identifiable {
  public var dimension: DiversityDimension
  public var label: String
  /// Nil where it follows from the work itself.
  public var question: String?
  public var isCore: Bool
  public var isDerived: Bool
  public var options: [DiversityPrompt.Option]

  public var id: DiversityDimension { dimension }
}

struct DimensionsAnswer: Codable, Sendable {
  var dimensions: [AskedDimension]
}

/// A work of the library about which something is not known.
public struct IncompleteWork: Codable, Sendable, Hashable, Identifiable {
  public var workId: String
  public var title: String
  public var missing: [DiversityDimension]

  public var id: String { workId }
}
