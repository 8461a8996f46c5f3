public struct Font: Hashable, Sendable {
  public var size: Double
  public var isStrong: Bool

  init(_ size: Double, isStrong: Bool = false) {
    self.size = size
    self.isStrong = isStrong
  }

  /// The distance between the base lines of two lines of text.
  var lineHeight: Double { (size * 1.4).rounded() }
  /// The distance from the middle of capitals and figures to their base line.
  var drop: Double { size * 0.36 }
}

public enum Anchor: Hashable, Sendable {
  case start, middle, end
}

/// A positioned line of text.
public struct Label: Hashable, Sendable {
  /// Cleaned and shortened.
  public var text: String
  /// The start, middle or end of the text on the base line, according to `anchor`.
  public var at: Point
  public var anchor: Anchor
  public var font: Font
  public var role: Role
  /// The measured width.
  public var width: Double
  /// Whether to draw the text at exactly this width, because another font might exceed its room.
  public var isHeld: Bool

  /// The widest system fonts exceed the measured width by this factor.
  static let slack = 1.25
  static let ascent = 0.95
  static let descent = 0.25

  init(_ text: String, at: Point, anchor: Anchor, _ font: Font, _ role: Role, room: Double) {
    self.text = TextFit.fitted(text, font, room: room)
    self.at = at
    self.anchor = anchor
    self.font = font
    self.role = role
    width = TextFit.width(of: self.text, font)
    isHeld = width * Self.slack > room || !self.text.unicodeScalars.allSatisfy { $0.value < 0x180 || $0 == "…" }
  }

  /// The area that the text covers in any font.
  public var box: Box {
    let width = isHeld ? width : width * Self.slack
    let left =
      switch anchor {
      case .start: at.x
      case .middle: at.x - width / 2
      case .end: at.x - width
      }
    return Box(
      x: left, y: at.y - font.size * Self.ascent, width: width, height: font.size * (Self.ascent + Self.descent))
  }
}
