public import Languages

/// A picture as a value, independent of its output format.
public struct Drawing: Hashable, Sendable {
  /// The width of the coordinate system.
  public var width: Double
  public var height: Double
  /// The width at which the picture is displayed. It differs from `width` if a card of fixed size is scaled.
  public var shownWidth: Double
  public var title: String
  /// The description for screen readers.
  public var sentence: String
  public var language = Language.english
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
    /// The lengths of dashes and gaps, alternating; empty for a solid line.
    public var dashes: [Double]
  }

  public var outline: Outline
  public var fill: Fill?
  public var stroke: Stroke?
  /// The tooltip with the exact figure, or nil if another mark has it.
  public var words: String?
}

/// An invisible area that reacts to clicks and touches.
public struct Target: Hashable, Sendable {
  public var box: Box
  /// The name of its subject, such as a dimension.
  public var name: String
  public var words: String

  /// The least side of an area that a finger can hit reliably.
  public static let side = 44.0
}
