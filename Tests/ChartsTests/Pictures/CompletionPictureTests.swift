import Charts
import Testing

@testable import Domain

@Suite("The picture of completion")
struct CompletionPictureTests {
  @Test("The text in the ring is never shortened", arguments: Widths.all, [0, 8.3, 55, 99.9, 100])
  func whole(width: Int, overall: Double) {
    let completion = DiversityCompletion(overall: overall, dimensions: [], curatorPoints: 25, missingFields: 0)
    let texts = CompletionPicture.drawing(completion, width: width).texts
    #expect(texts.contains("complete"))
    #expect(!texts.contains { $0.hasSuffix("…") }, "\(texts)")
  }
}
