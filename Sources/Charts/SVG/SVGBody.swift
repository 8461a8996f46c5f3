/// The elements of a drawing, one a mark.
struct SVGBody {
  private let theme: Theme
  private(set) var text = XMLText()
  /// Those that look different in the dark.
  private(set) var paints: Set<Paint> = []
  /// The attributes of each pair of colours that was used.
  private var known: [Pair: String] = [:]
  private var lastPaint: (pair: Pair?, text: String) = (nil, "")

  private struct Pair: Hashable {
    var fill: Role?
    var stroke: Role?
  }

  init(theme: Theme) {
    self.theme = theme
  }

  mutating func add(_ mark: Mark) {
    switch mark {
    case .shape(let shape): add(shape)
    case .label(let label): add(label)
    case .target(let target): add(target)
    }
  }

  private mutating func add(_ shape: Shape) {
    let name = open(shape.outline)
    paint(fill: shape.fill?.role, stroke: shape.stroke?.role)
    if let fill = shape.fill, fill.opacity < 1 { attribute(" fill-opacity=\"", fill.opacity) }
    if let stroke = shape.stroke {
      attribute(" stroke-width=\"", stroke.width)
      if stroke.dashes.isEmpty {
        text.raw(" stroke-linecap=\"round\" stroke-linejoin=\"round\"")
      } else {
        text.raw(" stroke-dasharray=\"")
        list(stroke.dashes)
        text.raw("\"")
      }
    }
    guard let words = shape.words else { return text.raw("/>\n") }
    text.raw("><title>")
    text.escaped(words)
    text.raw("</title></\(name)>\n")
  }

  private mutating func open(_ outline: Outline) -> StaticString {
    switch outline {
    case .path(let steps):
      text.raw("<path d=\"")
      for step in steps { add(step) }
      text.raw("\"")
      return "path"
    case .rect(let box, let radius):
      text.raw("<rect")
      add(box)
      if radius > 0 { attribute(" rx=\"", radius) }
      return "rect"
    case .circle(let centre, let radius):
      text.raw("<circle")
      attribute(" cx=\"", centre.x)
      attribute(" cy=\"", centre.y)
      attribute(" r=\"", radius)
      return "circle"
    case .line(let start, let end):
      text.raw("<line")
      attribute(" x1=\"", start.x)
      attribute(" y1=\"", start.y)
      attribute(" x2=\"", end.x)
      attribute(" y2=\"", end.y)
      return "line"
    }
  }

  private mutating func add(_ step: Outline.Step) {
    switch step {
    case .move(let point): add("M", point)
    case .line(let point): add("L", point)
    case .curve(let first, let second, let end):
      add("C", first)
      add(" ", second)
      add(" ", end)
    case .close: text.raw("Z")
    }
  }

  private mutating func add(_ letter: StaticString, _ point: Point) {
    text.raw(letter)
    text.number(point.x)
    text.raw(" ")
    text.number(point.y)
  }

  private mutating func add(_ box: Box) {
    attribute(" x=\"", box.x)
    attribute(" y=\"", box.y)
    attribute(" width=\"", box.width)
    attribute(" height=\"", box.height)
  }

  private mutating func add(_ label: Label) {
    text.raw("<text")
    attribute(" x=\"", label.at.x)
    attribute(" y=\"", label.at.y)
    attribute(" font-size=\"", label.font.size)
    if label.font.isStrong { text.raw(" font-weight=\"600\"") }
    switch label.anchor {
    case .start: break
    case .middle: text.raw(" text-anchor=\"middle\"")
    case .end: text.raw(" text-anchor=\"end\"")
    }
    if label.isHeld {
      attribute(" textLength=\"", label.width)
      text.raw(" lengthAdjust=\"spacingAndGlyphs\"")
    }
    paint(fill: label.role, stroke: nil)
    text.raw(">")
    text.escaped(label.text)
    text.raw("</text>\n")
  }

  private mutating func add(_ target: Target) {
    text.raw("<rect class=\"way-target\" data-name=\"")
    text.escaped(target.name)
    text.raw("\"")
    add(target.box)
    text.raw(" fill=\"none\" pointer-events=\"all\"><title>")
    text.escaped(target.words)
    text.raw("</title></rect>\n")
  }

  private mutating func paint(fill: Role?, stroke: Role?) {
    let pair = Pair(fill: fill, stroke: stroke)
    // Neighbours are mostly painted alike.
    if lastPaint.pair != pair { lastPaint = (pair, attributes(of: pair)) }
    text.raw(lastPaint.text)
  }

  private mutating func attributes(of pair: Pair) -> String {
    if let known = known[pair] { return known }
    let isDark = theme == .dark
    var text = pair.fill.map { " fill=\"\($0.colour(isDark: isDark).hex)\"" } ?? " fill=\"none\""
    if let stroke = pair.stroke { text += " stroke=\"\(stroke.colour(isDark: isDark).hex)\"" }
    let candidates = [
      pair.fill.map { Paint(role: $0, isStroke: false) }, pair.stroke.map { Paint(role: $0, isStroke: true) },
    ]
    let changing = candidates.compactMap { $0 }.filter {
      theme == .auto && $0.role.colour(isDark: true) != $0.role.colour(isDark: false)
    }
    paints.formUnion(changing)
    if !changing.isEmpty { text += " class=\"\(changing.map(\.name).joined(separator: " "))\"" }
    known[pair] = text
    return text
  }

  private mutating func attribute(_ name: StaticString, _ value: Double) {
    text.raw(name)
    text.number(value)
    text.raw("\"")
  }

  private mutating func list(_ values: [Double]) {
    for (place, value) in values.enumerated() {
      if place > 0 { text.raw(" ") }
      text.number(value)
    }
  }
}
