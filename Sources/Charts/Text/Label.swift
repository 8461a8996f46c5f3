public struct Font: Hashable, Sendable {
  public var size: Double
  public var isStrong: Bool

  init(_ size: Double, isStrong: Bool = false) {
    self.size = size
    self.isStrong = isStrong
  }

  /// Base lines of two lines of prose are so far apart.
  var lineHeight: Double { (size * 1.4).rounded() }
  /// From the middle of capitals and figures down to their base line.
  var drop: Double { size * 0.36 }
}

public enum Anchor: Hashable, Sendable {
  case start, middle, end
}

/// A line of text in a place of its own.
public struct Label: Hashable, Sendable {
  /// Cleaned and shortened: it is drawn as it is.
  public var text: String
  /// On the base line: its left end, its middle or its right end.
  public var at: Point
  public var anchor: Anchor
  public var font: Font
  public var role: Role
  /// As the kit measures it.
  public var width: Double
  /// Whether it is to be drawn exactly that wide, since another font might leave its room.
  public var isHeld: Bool

  /// The widest fonts that systems come with are that much wider than measured.
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

  /// What it covers in any font.
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
