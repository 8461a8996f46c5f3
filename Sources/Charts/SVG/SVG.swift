import Domain
import Languages

/// Writes a drawing as a stand-alone SVG document: well-formed XML without scripts or external references.
public enum SVG {
  public static let contentType = "image/svg+xml"
  private static let family = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

  /// Enough for everything before the first mark in most pictures.
  private static let headBytes = 4_096

  /// The same drawing and theme result in the same bytes.
  public static func bytes(_ drawing: Drawing, theme: Theme) -> [UInt8] {
    var body = SVGBody(theme: theme, marks: drawing.marks.count)
    for mark in drawing.marks { body.add(mark) }
    var text = XMLText()
    text.reserve(body.text.bytes.count + headBytes)
    text.raw("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
    text.number(drawing.shownWidth)
    text.raw("\" height=\"")
    text.number(drawing.shownHeight)
    text.raw("\" viewBox=\"0 0 ")
    text.number(drawing.width)
    text.raw(" ")
    text.number(drawing.height)
    text.raw("\" role=\"img\" xml:lang=\"\(drawing.language.rawValue)\" direction=\"ltr\" font-family=\"\(family)\"")
    text.raw(" style=\"font-variant-numeric:tabular-nums\">\n<title>")
    text.escaped(drawing.title)
    text.raw("</title>\n<desc>")
    text.escaped(drawing.sentence)
    text.raw("</desc>\n")
    if theme == .auto { text.raw(style(body.paints)) }
    text.append(body.text)
    text.raw("</svg>\n")
    return text.bytes
  }

  /// Attributes contain the light colours, so that readers without support for style sheets display them.
  private static func style(_ paints: Set<Paint>) -> String {
    let rules = paints.map { paint in
      ".\(paint.name){\(paint.isStroke ? "stroke" : "fill"):\(paint.role.colour(isDark: true).hex)}"
    }
    return "<style>@media(prefers-color-scheme:dark){\(rules.sorted().joined())}</style>\n"
  }
}

/// The use of a role for an area or a line.
struct Paint: Hashable {
  var role: Role
  var isStroke: Bool

  /// The CSS class of elements with this paint.
  var name: String { (isStroke ? "way-line-" : "way-") + role.name }
}

extension Role {
  fileprivate var name: String {
    switch self {
    case .page: "page"
    case .card: "card"
    case .hairline: "hairline"
    case .ink: "ink"
    case .muted: "muted"
    case .kind(let kind): kind.rawValue
    case .heat(let kind, let level): "\(kind.rawValue)-\(level)"
    case .known: "known"
    case .unknown: "unknown"
    case .add: "add"
    case .cover(let hue): "cover-\(hue)"
    case .metal(let rarity): "metal-\(rarity.rawValue)"
    case .shade(let rarity): "shade-\(rarity.rawValue)"
    case .motif(let rarity): "motif-\(rarity.rawValue)"
    }
  }
}
