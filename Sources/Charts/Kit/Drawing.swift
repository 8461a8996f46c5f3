/// A picture as a value, independent of what it is written as.
public struct Drawing: Hashable, Sendable {
  /// What the marks are measured in.
  public var width: Double
  public var height: Double
  /// The width at which it is shown: of a card that is drawn in one size and scaled it is another one.
  public var shownWidth: Double
  public var title: String
  /// What is read aloud.
  public var sentence: String
  /// From the back to the front.
  public var marks: [Mark]

  public var shownHeight: Double { height * shownWidth / width }
}

public enum Mark: Hashable, Sendable {
  case shape(Shape)
  case label(Label)
  case target(Target)
}

public struct Shape: Hashable, Sendable {
  public struct Fill: Hashable, Sendable {
    public var role: Role
    public var opacity: Double
  }

  public struct Stroke: Hashable, Sendable {
    public var role: Role
    public var width: Double
    /// Lengths of dashes and gaps, in turn; empty where the line is solid.
    public var dashes: [Double]
  }

  public var outline: Outline
  public var fill: Fill?
  public var stroke: Stroke?
  /// The exact figure, shown when the shape is pointed at; nil where another mark says it.
  public var words: String?
}

/// A place to press: nothing is seen of it.
public struct Target: Hashable, Sendable {
  public var box: Box
  /// What it stands for, such as a dimension.
  public var name: String
  public var words: String

  /// The side of the smallest place that a finger finds.
  public static let side = 44.0
}
