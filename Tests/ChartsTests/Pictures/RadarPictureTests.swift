import Charts
import Testing

@testable import Domain

@Suite("The radar")
struct RadarPictureTests {
  @Test(
    "Solid lines join axes with data, dashed lines the others, and each gap has a target",
    arguments: [360, 900])
  func lines(width: Int) {
    let drawing = RadarPicture.drawing(Samples.radar, width: width)
    let lines = drawing.marks.compactMap { mark in
      if case .shape(let shape) = mark { shape.stroke } else { nil }
    }
    #expect(lines.filter { $0.role == .known && $0.dashes.isEmpty }.count == 3 + 5)
    #expect(lines.filter { $0.role == .unknown && !$0.dashes.isEmpty }.count == 4)
    #expect(drawing.targets.map(\.name) == ["culturalOrigin", "ownVoices", "accessibility", "timePeriod", "geography"])
    #expect(drawing.targets[0].words == "Cultural Origin: add what 2 books lack")
    #expect(drawing.texts.contains { $0.contains("80% complete") })
    #expect(drawing.sentence.contains("Cultural Origin: 80% complete. African: 12 books, European: 8 books."))
  }

  @Test("Without books it explains how to fill the radar")
  func empty() {
    let drawing = RadarPicture.drawing(Samples.emptyRadar, width: 360)
    #expect(drawing.sentence.hasPrefix("No books yet"))
    #expect(drawing.targets.isEmpty)
  }
}
