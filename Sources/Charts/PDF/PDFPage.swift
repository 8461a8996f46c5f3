/// One page, drawn in points from its upper left corner.
struct PDFPage {
  /// A4.
  static let width = 595.28
  static let height = 841.89

  private(set) var content = PDFText()
  /// The opacities in use, in hundredths.
  private(set) var opacities: Set<Int> = []

  init() {
    // Flips the vertical axis: down is positive, as in pictures.
    content.numbers(1, 0, 0, -1, 0, Self.height, then: "cm")
  }

  /// Draws a picture at a point, with this width.
  mutating func draw(_ drawing: Drawing, at point: Point, width: Double) {
    let scale = width / drawing.width
    content.raw("q\n")
    content.numbers(scale, 0, 0, scale, point.x, point.y, then: "cm")
    for mark in drawing.marks {
      switch mark {
      case .shape(let shape): draw(shape)
      case .label(let label): draw(label)
      case .target: break
      }
    }
    content.raw("Q\n")
  }

  /// Draws text at the point, which is its start, end or middle.
  mutating func text(
    _ text: String, at point: Point, _ font: Font, _ role: Role = .ink, anchor: Anchor = .start,
    room: Double = .infinity
  ) {
    draw(WinAnsi.bytes(of: text), at: point, font, role, anchor: anchor, room: room)
  }

  mutating func line(from start: Point, to end: Point, _ role: Role, width: Double) {
    draw(
      Shape(outline: .line(start, end), stroke: Shape.Stroke(role: role, width: width, dashes: [])))
  }

  private mutating func draw(_ label: Label) {
    // The widest that the layout allows.
    let room = label.isHeld ? label.width : label.box.width
    draw(WinAnsi.bytes(of: label.text), at: label.at, label.font, label.role, anchor: label.anchor, room: room)
  }

  private mutating func draw(
    _ bytes: [UInt8], at point: Point, _ font: Font, _ role: Role, anchor: Anchor, room: Double
  ) {
    guard !bytes.isEmpty else { return }
    var width = Helvetica.width(of: bytes, isStrong: font.isStrong) * font.size
    let squeeze = width > room && width > 0 ? room / width : 1
    width *= squeeze
    let left =
      switch anchor {
      case .start: point.x
      case .middle: point.x - width / 2
      case .end: point.x - width
      }
    content.raw("BT\n")
    colour(role, isStroke: false)
    content.raw(font.isStrong ? "/F2 " : "/F1 ")
    content.numbers(font.size, then: "Tf")
    content.numbers(squeeze * 100, then: "Tz")
    content.numbers(1, 0, 0, -1, left, point.y, then: "Tm")
    content.string(bytes)
    content.raw(" Tj\nET\n")
  }

  private mutating func draw(_ shape: Shape) {
    content.raw("q\n")
    if let fill = shape.fill {
      colour(fill.role, isStroke: false)
      if fill.opacity < 1 {
        let hundredths = Int((min(max(fill.opacity, 0), 1) * 100).rounded())
        opacities.insert(hundredths)
        content.raw("/G\(hundredths) gs\n")
      }
    }
    if let stroke = shape.stroke {
      colour(stroke.role, isStroke: true)
      content.numbers(stroke.width, then: "w")
      if stroke.dashes.isEmpty {
        content.raw("1 J 1 j\n")
      } else {
        content.raw("[")
        for dash in stroke.dashes { content.number(dash) }
        content.raw("] 0 d\n")
      }
    }
    outline(shape.outline)
    switch (shape.fill, shape.stroke) {
    case (nil, nil): content.raw("n\n")
    case (nil, _): content.raw("S\n")
    case (_, nil): content.raw("f\n")
    case (_, _): content.raw("B\n")
    }
    content.raw("Q\n")
  }

  private mutating func colour(_ role: Role, isStroke: Bool) {
    let colour = role.colour(isDark: false)
    for part in [colour.red, colour.green, colour.blue] { content.number(Double(part) / 255) }
    content.raw(isStroke ? "RG\n" : "rg\n")
  }

  private mutating func outline(_ outline: Outline) {
    switch outline {
    case .path(let steps): for step in steps { self.step(step) }
    case .line(let start, let end):
      step(.move(start))
      step(.line(end))
    case .circle(let centre, let radius):
      self.outline(.arc(centre, radius: radius, from: 0, to: 1))
      step(.close)
    case .rect(let box, let radius):
      let round = min(radius, box.width / 2, box.height / 2)
      if round > 0 {
        // Drawn relative to its own corner, equal cells have equal bytes, which compress well.
        content.numbers(1, 0, 0, 1, box.x, box.y, then: "cm")
        self.outline(.rounded(Box(x: 0, y: 0, width: box.width, height: box.height), radius: round))
      } else {
        content.numbers(box.x, box.y, box.width, box.height, then: "re")
      }
    }
  }

  private mutating func step(_ step: Outline.Step) {
    switch step {
    case .move(let point): content.points(point, then: "m")
    case .line(let point): content.points(point, then: "l")
    case .curve(let first, let second, let end):
      content.points(first, second, end, then: "c")
    case .close: content.raw("h\n")
    }
  }
}

extension Outline {
  /// The distance of the control points of a curve that approximates a quarter of a circle.
  private static let pull = 1 - 0.5523

  fileprivate static func rounded(_ box: Box, radius: Double) -> Outline {
    let (left, right, top, bottom) = (box.x, box.x + box.width, box.y, box.y + box.height)
    let near = radius * pull
    return .path([
      .move(Point(left + radius, top)), .line(Point(right - radius, top)),
      .curve(Point(right - near, top), Point(right, top + near), Point(right, top + radius)),
      .line(Point(right, bottom - radius)),
      .curve(Point(right, bottom - near), Point(right - near, bottom), Point(right - radius, bottom)),
      .line(Point(left + radius, bottom)),
      .curve(Point(left + near, bottom), Point(left, bottom - near), Point(left, bottom - radius)),
      .line(Point(left, top + radius)),
      .curve(Point(left, top + near), Point(left + near, top), Point(left + radius, top)), .close,
    ])
  }
}
