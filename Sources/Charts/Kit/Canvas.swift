import Languages

/// A card with a heading on which marks are drawn.
struct Canvas {
  let width: Double
  let words: Words
  /// The first mark is the card, whose height is set at the end.
  private var marks: [Mark]

  init(width: Int, _ language: Language?) {
    self.init(
      language, cardWidth: Double(min(max(width, PictureLimits.widths.lowerBound), PictureLimits.widths.upperBound)))
  }

  /// Creates a card with a fixed size, which is scaled as a whole.
  init(_ language: Language?, cardWidth: Double) {
    width = cardWidth
    words = Words(language)
    marks = [Self.card(width: width, height: 1)]
  }

  private static func card(width: Double, height: Double) -> Mark {
    let edge = Box(x: 0.5, y: 0.5, width: width - 1, height: height - 1)
    return .shape(
      Shape(
        outline: .rect(edge, radius: 12), fill: Shape.Fill(role: .card, opacity: 1),
        stroke: Shape.Stroke(role: .hairline, width: 1, dashes: [])))
  }

  /// The distance from the card's edge to its content.
  var inset: Double { width < 480 ? 16 : 24 }
  var inner: Double { width - 2 * inset }
  var left: Double { inset }
  var right: Double { width - inset }

  mutating func fill(_ outline: Outline, _ role: Role, opacity: Double = 1, words: String? = nil) {
    add(Shape(outline: outline, fill: Shape.Fill(role: role, opacity: opacity), words: words))
  }

  mutating func stroke(
    _ outline: Outline, _ role: Role, width: Double, dashes: [Double] = [], words: String? = nil
  ) {
    add(Shape(outline: outline, stroke: Shape.Stroke(role: role, width: width, dashes: dashes), words: words))
  }

  /// Draws a filled shape with a border.
  mutating func draw(_ outline: Outline, _ fill: Role, edge: Role, width: Double, words: String? = nil) {
    let edge = Shape.Stroke(role: edge, width: width, dashes: [])
    add(Shape(outline: outline, fill: Shape.Fill(role: fill, opacity: 1), stroke: edge, words: words))
  }

  private mutating func add(_ shape: Shape) {
    guard let words = shape.words else { return marks.append(.shape(shape)) }
    var shape = shape
    shape.words = CleanText.of(words)
    marks.append(.shape(shape))
  }

  mutating func target(_ box: Box, name: String, words: String) {
    marks.append(.target(Target(box: box, name: CleanText.of(name), words: CleanText.of(words))))
  }

  /// Draws text, shortened to its room. Returns an upper bound of its width.
  @discardableResult
  mutating func text(
    _ text: String, at point: Point, _ font: Font, _ role: Role = .ink, anchor: Anchor = .start, room: Double
  ) -> Double {
    let label = Label(text, at: point, anchor: anchor, font, role, room: room)
    guard !label.text.isEmpty else { return 0 }
    marks.append(.label(label))
    return label.box.width
  }

  /// Draws lines of text. Returns the position of the next line.
  mutating func prose(
    _ text: String, at point: Point, _ font: Font, _ role: Role = .ink, anchor: Anchor = .start, room: Double,
    atMost most: Int
  ) -> Double {
    var y = point.y
    for line in TextFit.lines(text, font, room: room / Label.slack, atMost: most) {
      self.text(line, at: Point(point.x, y), font, role, anchor: anchor, room: room)
      y += font.lineHeight
    }
    return y
  }

  /// Draws the title and the caption below it. Returns the top of the picture's content.
  mutating func heading(_ title: String, caption: String) -> Double {
    let (big, small) = (Font(width < 480 ? 15 : 17, isStrong: true), Font(13))
    let y = prose(title, at: Point(left, inset + big.size), big, room: inner, atMost: 2)
    return prose(caption, at: Point(left, y), small, .muted, room: inner, atMost: width < 300 ? 6 : 3) - small.size + 12
  }

  /// Returns the finished drawing.
  mutating func drawing(height: Double, title: String, sentence: String, shownWidth: Double? = nil) -> Drawing {
    let height = height.rounded(.up)
    let title = CleanText.of(title)
    marks[0] = Self.card(width: width, height: height)
    return Drawing(
      width: width, height: height, shownWidth: shownWidth ?? width,
      title: title.isEmpty ? words.text("Picture") : title,
      sentence: CleanText.sentence(sentence), language: words.language, marks: marks)
  }
}
