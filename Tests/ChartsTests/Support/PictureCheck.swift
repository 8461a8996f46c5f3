import Charts
import Domain
import Foundation
import Testing

/// Checks that every picture must pass, regardless of its figures.
enum PictureCheck {
  static func expectGood(_ drawing: Drawing, _ what: Comment) throws {
    let problems = frame(drawing) + texts(drawing) + contrast(drawing)
    #expect(problems.isEmpty, "\(what): \(problems.prefix(5).joined(separator: "; "))")
    for theme in Theme.allCases { try expectGood(drawing, theme, what) }
  }

  private static func expectGood(_ drawing: Drawing, _ theme: Theme, _ what: Comment) throws {
    let bytes = SVG.bytes(drawing, theme: theme)
    #expect(SVG.bytes(drawing, theme: theme) == bytes, what)
    let elements = try XMLCheck(bytes).elements
    let root = try #require(elements.first, what)
    #expect(root.name == "svg" && root.attributes["role"] == "img", what)
    #expect(root.attributes["xmlns"] == "http://www.w3.org/2000/svg", what)
    #expect(elements[1].name == "title" && elements[1].text == drawing.title && !drawing.title.isEmpty, what)
    #expect(elements[2].name == "desc" && elements[2].text == drawing.sentence && !drawing.sentence.isEmpty, what)
    let known: Set = ["svg", "title", "desc", "style", "path", "rect", "circle", "line", "text"]
    #expect(elements.allSatisfy { known.contains($0.name) }, what)
    for element in elements {
      for (name, value) in element.attributes where name != "xmlns" {
        #expect(!name.hasPrefix("on") && !name.contains("href") && !value.contains("url("), what)
        #expect(!value.contains("//") || name == "data-name", what)
      }
    }
    #expect(elements.contains { $0.name == "style" } == (theme == .auto), what)
  }

  private static func frame(_ drawing: Drawing) -> [String] {
    let frame = Box(x: 0, y: 0, width: drawing.width, height: drawing.height)
    return drawing.marks.compactMap { mark in
      switch mark {
      case .shape(let shape):
        var box = shape.outline.bounds
        let half = (shape.stroke?.width ?? 0) / 2
        (box.x, box.y, box.width, box.height) = (
          box.x - half, box.y - half, box.width + 2 * half, box.height + 2 * half
        )
        return frame.contains(box) && box.width.isFinite && box.height.isFinite ? nil : "a shape leaves: \(shape)"
      case .label(let label): return frame.contains(label.box) ? nil : "\(label.text) leaves: \(label.box)"
      case .target(let target):
        let isLarge = target.box.width >= Target.side && target.box.height >= Target.side
        return frame.contains(target.box) && isLarge ? nil : "a target leaves or is small: \(target)"
      }
    }
  }

  private static func texts(_ drawing: Drawing) -> [String] {
    let labels = drawing.labels
    var problems: [String] = []
    for (index, label) in labels.enumerated() {
      for other in labels[(index + 1)...] where label.box.overlaps(other.box) {
        problems.append("'\(label.text)' \(label.box) and '\(other.text)' \(other.box) overlap")
      }
      for target in drawing.targets where label.box.overlaps(target.box) {
        problems.append("'\(label.text)' is on the target \(target.name)")
      }
      if label.text.isEmpty || label.font.size < 10 { problems.append("'\(label.text)' is too small") }
    }
    return problems
  }

  /// Checks the contrast of texts with their background, and of informative shapes with the card.
  private static func contrast(_ drawing: Drawing) -> [String] {
    var problems: [String] = []
    let areas = drawing.areas
    for (index, mark) in drawing.marks.enumerated() {
      guard case .label(let label) = mark else {
        if case .shape(let shape) = mark { problems += faint(shape) }
        continue
      }
      for point in label.box.samples {
        let covers = areas.filter { $0.bounds.contains(point) && $0.outline.contains(point) }
        if covers.contains(where: { $0.index > index }) { problems.append("'\(label.text)' is covered") }
        guard let role = covers.last(where: { $0.index < index })?.role else {
          problems.append("'\(label.text)' has no background")
          continue
        }
        for isDark in [false, true] {
          let ratio = label.role.colour(isDark: isDark).contrast(role.colour(isDark: isDark))
          if ratio < 4.5 { problems.append("'\(label.text)': \(ratio), \(label.role) on \(role), dark: \(isDark)") }
        }
      }
    }
    return problems
  }

  /// Decorative shapes, such as medals, and the radar's fixed colours may be faint. A faint area needs a strong border.
  private static func faint(_ shape: Shape) -> [String] {
    let medals = Achievement.Rarity.allCases.flatMap { [Role.metal($0), .shade($0), .motif($0)] }
    let decoration = Set([.card, .page, .hairline, .known, .unknown, .add] + medals)
    let roles = [shape.fill?.role, shape.stroke?.role].compactMap { $0 }
    if roles.allSatisfy({ decoration.contains($0) }) { return [] }
    return [false, true].compactMap { isDark in
      let best = roles.map { $0.colour(isDark: isDark).contrast(Role.card.colour(isDark: isDark)) }.max() ?? 0
      return best >= 3 ? nil : "\(roles) is faint: \(best), dark: \(isDark)"
    }
  }
}

extension Drawing {
  /// Opaque areas, with their index among the marks.
  fileprivate var areas: [(index: Int, outline: Outline, bounds: Box, role: Role)] {
    marks.enumerated().compactMap { index, mark in
      guard case .shape(let shape) = mark, let fill = shape.fill, fill.opacity == 1 else { return nil }
      return (index, shape.outline, shape.outline.bounds, fill.role)
    }
  }

  var labels: [Label] {
    marks.compactMap { mark in
      if case .label(let label) = mark { label } else { nil }
    }
  }

  var targets: [Target] {
    marks.compactMap { mark in
      if case .target(let target) = mark { target } else { nil }
    }
  }

  var texts: [String] { labels.map(\.text) }
}

extension Colour {
  private var luminance: Double {
    func linear(_ value: UInt8) -> Double {
      let part = Double(value) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  func contrast(_ other: Colour) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }
}
