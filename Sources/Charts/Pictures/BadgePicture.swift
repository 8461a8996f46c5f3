public import Domain

/// A small label with a message, for pages about a project.
public enum BadgePicture {
  private static let font = Font(11, isStrong: true)
  private static let height = 20.0
  private static let padding = 7.0
  private static let mostLabel = 160.0
  private static let mostMessage = 240.0

  public static func drawing(label: String, message: String, kind: ActivityKind) -> Drawing {
    let parts: [(text: String, most: Double, role: Role)] = [
      (label, mostLabel, .muted), (message, mostMessage, .kind(kind)),
    ]
    let widths = parts.map { part in
      TextFit.width(of: TextFit.fitted(part.text, font, room: part.most), font).rounded(.up) + 2 * padding
    }
    let width = widths.reduce(0, +)
    var marks: [Mark] = []
    // Draws the whole in the right colour, then the left part, so that only the outer corners are rounded.
    let whole = Box(x: 0, y: 0, width: width, height: height)
    marks.append(shape(.rect(whole, radius: 4), parts[1].role))
    marks.append(shape(.rect(Box(x: 0, y: 0, width: widths[0], height: height), radius: 4), parts[0].role))
    let square = Box(x: widths[0] - 6, y: 0, width: 6, height: height)
    marks.append(shape(.rect(square, radius: 0), parts[0].role))
    var x = 0.0
    for (part, width) in zip(parts, widths) {
      let text = Label(
        part.text, at: Point(x + width / 2, height / 2 + font.drop), anchor: .middle, font, .card,
        room: width - 2 * padding)
      if !text.text.isEmpty { marks.append(.label(text)) }
      x += width
    }
    let sentence = "\(CleanText.isolated(label)): \(CleanText.isolated(message))"
    return Drawing(
      width: width, height: height, shownWidth: width, title: CleanText.sentence(sentence),
      sentence: CleanText.sentence(sentence), marks: marks)
  }

  private static func shape(_ outline: Outline, _ role: Role) -> Mark {
    .shape(Shape(outline: outline, fill: Shape.Fill(role: role, opacity: 1)))
  }
}
