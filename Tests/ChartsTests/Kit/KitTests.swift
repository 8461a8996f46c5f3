import Testing

@testable import Charts

@Suite("Scales and shapes")
struct KitTests {
  @Test(
    "A scale starts at zero, has few round ticks and covers the greatest value",
    arguments: [0, 0.004, 0.3, 1, 2, 3, 7, 10, 59, 61, 85, 255, 1_440, 12_345, 1e9, 1e300, .infinity])
  func scales(most: Double) {
    for unit in [LinearScale.Unit.whole, .decimal, .minutes] {
      let scale = LinearScale(most: most, unit: unit)
      #expect(scale.ticks.first == 0 && (1...4).contains(scale.ticks.count))
      #expect(scale.top >= min(most, PictureLimits.figure) || most == .infinity)
      #expect(scale.ticks.allSatisfy { $0 <= scale.top })
      if unit == .whole { #expect(scale.ticks.allSatisfy { $0 == $0.rounded() }) }
      #expect(scale.part(most) <= 1 && scale.part(-5) == 0 && scale.part(.nan) == 0)
    }
  }

  @Test("An arc stays on its circle", arguments: [0.01, 0.2, 0.25, 0.6, 0.99, 1])
  func arcs(end: Double) throws {
    let (centre, radius) = (Point(50, 50), 40.0)
    guard case .path(let steps) = Outline.arc(centre, radius: radius, from: 0, to: end) else {
      throw XMLCheck.Malformed(description: "an arc is a path")
    }
    #expect(steps.first == .move(Point(50, 10)))
    for step in steps {
      guard case .curve(_, _, let point) = step else { continue }
      let (x, y) = (point.x - centre.x, point.y - centre.y)
      #expect(abs((x * x + y * y).squareRoot() - radius) < 0.001)
    }
    let box = Outline.arc(centre, radius: radius, from: 0, to: end).bounds
    #expect(box.x >= 10 - 0.05 && box.right <= 90 + 0.05 && box.y >= 10 - 0.05 && box.bottom <= 90 + 0.05)
  }

  @Test("Numbers are written to two decimals")
  func numbers() {
    func text(_ value: Double) -> String {
      var text = XMLText()
      text.number(value)
      return String(decoding: text.bytes, as: UTF8.self)
    }
    #expect(
      [0, 1, 1.5, 1.25, 1.005, -0.004, -3.1, 1e300, .nan].map(text)
        == ["0", "1", "1.5", "1.25", "1", "0", "-3.1", "1000000000000000", "0"])
  }
}
