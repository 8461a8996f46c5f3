import Foundation
import Testing

@testable import Charts

@Suite("Path data")
struct PathDataTests {
  @Test(
    "Moves, lines and curves, absolute and relative",
    arguments: [
      ("M1 2L3 4", [Outline.Step.move(Point(1, 2)), .line(Point(3, 4))]),
      ("M1,2 3 4", [.move(Point(1, 2)), .line(Point(3, 4))]),
      ("m1 2 3-4", [.move(Point(1, 2)), .line(Point(4, -2))]),
      (
        "M1 1h2v.5H0V-1",
        [1, 3, 3, 0, 0].enumerated().map { step in
          let heights = [1, 1, 1.5, 1.5, -1]
          let point = Point(step.element, heights[step.offset])
          return step.offset == 0 ? .move(point) : .line(point)
        }
      ),
      ("M1 1c1 0 2 1 2 2", [.move(Point(1, 1)), .curve(Point(2, 1), Point(3, 2), Point(3, 3))]),
      ("M4 4l1 0ZL9 9", [.move(Point(4, 4)), .line(Point(5, 4)), .close, .line(Point(9, 9))]),
      ("M4 4l1 0Zl1 1", [.move(Point(4, 4)), .line(Point(5, 4)), .close, .line(Point(5, 5))]),
    ])
  func steps(text: String, steps: [Outline.Step]) throws {
    #expect(try #require(PathData(text)).steps == steps)
  }

  @Test("Other texts are rejected", arguments: ["M1", "M1 2L", "Q1 2 3 4", "1 2", "M1 2Z3", "M1 2 H", "M1 x"])
  func rejected(text: String) {
    #expect(PathData(text) == nil)
  }

  /// The ends, the radius, and a point that a quarter of the way along the arc is near.
  @Test(
    "An arc keeps its distance from the centre and ends where it should",
    arguments: [
      ("M0 0A5 5 0 0 1 10 0", Point(5, 0), Point(5, -5)), ("M0 0A5 5 0 0 0 10 0", Point(5, 0), Point(5, 5)),
      ("M0 0a5 5 0 0 1 5 5", Point(0, 5), Point(3.5355, 1.4645)),
      ("M0 0a5 5 0 1 1 5 5", Point(5, 0), Point(8.5355, -3.5355)),
      ("M0 0a5 5 0 1 0 5 5", Point(0, 5), Point(-3.5355, 8.5355)),
      ("M0 0a1 1 0 0 1 10 0", Point(5, 0), Point(5, -5)),
    ])
  func arcs(text: String, centre: Point, middle: Point) throws {
    let steps = try #require(PathData(text)).steps
    var at = Point(0, 0)
    var passed: [Point] = []
    for step in steps.dropFirst() {
      guard case .curve(let first, let second, let end) = step else {
        Issue.record("\(step) is not a curve")
        continue
      }
      for part in 0...8 {
        let (t, s) = (Double(part) / 8, 1 - Double(part) / 8)
        func mix(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
          s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d
        }
        passed.append(Point(mix(at.x, first.x, second.x, end.x), mix(at.y, first.y, second.y, end.y)))
      }
      at = end
    }
    let radius = distance(Point(0, 0), centre)
    #expect(passed.allSatisfy { abs(distance($0, centre) - radius) < 0.01 })
    #expect(passed.contains { distance($0, middle) < 0.01 })
    #expect(text.contains("10 0") ? at == Point(10, 0) : at == Point(5, 5))
  }

  private func distance(_ one: Point, _ other: Point) -> Double {
    ((one.x - other.x) * (one.x - other.x) + (one.y - other.y) * (one.y - other.y)).squareRoot()
  }
}
