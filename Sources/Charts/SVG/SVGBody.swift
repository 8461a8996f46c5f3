import Domain

/// The elements of a drawing, one per mark.
struct SVGBody {
  private let theme: Theme
  private(set) var text = XMLText()
  /// The paints whose colour differs in the dark theme.
  private(set) var paints: Set<Paint> = []
  /// The attributes of each pair of colours in use. There are few pairs, so a linear search is faster than a hash.
  private var known: [(pair: Int, attributes: [UInt8])] = []

  init(theme: Theme, marks count: Int) {
    self.theme = theme
    text.reserve(count * Self.bytesPerMark)
  }

  /// About the size of a calendar cell.
  private static let bytesPerMark = 200

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
        if shape.outline.hasEnds { text.raw(" stroke-linecap=\"round\" stroke-linejoin=\"round\"") }
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
      text.raw("<rect x=\"")
      add(box)
      if radius > 0 { attribute(" rx=\"", radius) }
      return "rect"
    case .circle(let centre, let radius):
      attribute("<circle cx=\"", centre.x)
      attribute(" cy=\"", centre.y)
      attribute(" r=\"", radius)
      return "circle"
    case .line(let start, let end):
      attribute("<line x1=\"", start.x)
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

  /// Writes the rest of the attributes after `x="`.
  private mutating func add(_ box: Box) {
    text.number(box.x)
    text.raw("\" y=\"")
    text.number(box.y)
    text.raw("\" width=\"")
    text.number(box.width)
    text.raw("\" height=\"")
    text.number(box.height)
    text.raw("\"")
  }

  private mutating func add(_ label: Label) {
    attribute("<text x=\"", label.at.x)
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
    text.raw("\" x=\"")
    add(target.box)
    text.raw(" fill=\"none\" pointer-events=\"all\"><title>")
    text.escaped(target.words)
    text.raw("</title></rect>\n")
  }

  private mutating func paint(fill: Role?, stroke: Role?) {
    let pair = Role.code(fill) * Role.codes + Role.code(stroke)
    for entry in known where entry.pair == pair { return text.raw(entry.attributes) }
    let attributes = [UInt8](attributes(fill, stroke).utf8)
    known.append((pair, attributes))
    text.raw(attributes)
  }

  private mutating func attributes(_ fill: Role?, _ stroke: Role?) -> String {
    let isDark = theme == .dark
    var text = fill.map { " fill=\"\($0.colour(isDark: isDark).hex)\"" } ?? " fill=\"none\""
    if let stroke { text += " stroke=\"\(stroke.colour(isDark: isDark).hex)\"" }
    let candidates = [fill.map { Paint(role: $0, isStroke: false) }, stroke.map { Paint(role: $0, isStroke: true) }]
    let changing = candidates.compactMap { $0 }.filter {
      theme == .auto && $0.role.colour(isDark: true) != $0.role.colour(isDark: false)
    }
    paints.formUnion(changing)
    if !changing.isEmpty { text += " class=\"\(changing.map(\.name).joined(separator: " "))\"" }
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

extension Outline {
  /// Whether the outline has ends or corners, which are drawn round. A box and a circle have none.
  fileprivate var hasEnds: Bool {
    switch self {
    case .path, .line: true
    case .rect, .circle: false
    }
  }
}

extension Role {
  /// Greater than the number of roles.
  fileprivate static let codes = 64

  /// Returns a unique number per role, or 0 for nil.
  fileprivate static func code(_ role: Role?) -> Int {
    switch role {
    case nil: 0
    case .page: 1
    case .card: 2
    case .hairline: 3
    case .ink: 4
    case .muted: 5
    case .known: 6
    case .unknown: 7
    case .add: 8
    case .kind(let kind): 9 + place(of: kind)
    case .cover(let hue): 24 + min(max(hue, 0), coverHues - 1)
    case .metal(let rarity): 40 + place(of: rarity)
    case .shade(let rarity): 45 + place(of: rarity)
    case .motif(let rarity): 50 + place(of: rarity)
    case .heat(let kind, let level):
      12 + place(of: kind) * heatLevels.count + min(max(level, heatLevels.lowerBound), heatLevels.upperBound) - 1
    }
  }

  private static func place(of rarity: Achievement.Rarity) -> Int {
    Achievement.Rarity.allCases.firstIndex(of: rarity) ?? 0
  }

  private static func place(of kind: ActivityKind) -> Int {
    switch kind {
    case .listening: 0
    case .reading: 1
    case .rucks: 2
    }
  }
}
