import API
import Domain
import Languages
import Pictures
import Proto
import Service
import Testing
import Views

@testable import MilestoneSvc

@Suite("Achievements as cards")
struct MilestonePicturesTests {
  private func view() -> MilestonesView {
    var view = MilestonesView()
    for event in SampleHistory.events { view.apply(event, zones: Zones()) }
    return view
  }

  @Test("A link shows the user's own card and its figures")
  func shared() throws {
    var view = view()
    let own = try MilestoneQueries.drawAchievement(.init(id: "first-steps", theme: .light))(&view, SampleHistory.now)
    let options = ShareOptions(achievement: "first-steps")
    let link = try MilestoneQueries.drawShared(
      .init(picture: .achievement, theme: .light, options: options))(&view, SampleHistory.now)
    #expect(link == own && own.contentType == "image/svg+xml")
    #expect(String(decoding: own.bytes, as: UTF8.self).contains("First Steps"))
    let figures = try MilestoneQueries.readShared(.init(picture: .achievement, options: options))(
      &view, SampleHistory.now)
    let shown = String(decoding: try #require(figures.figures).bytes, as: UTF8.self)
    #expect(figures.label.contains("First Steps") && shown.contains("unlockedOn"))
    for hidden in ["unlockedAt", "haptic", "progressSteps"] { #expect(!shown.contains(hidden), "\(hidden)") }
  }

  @Test("A card and its figures are in the language of the call")
  func languages() throws {
    var view = view()
    let options = ShareOptions(achievement: "first-steps")
    let card = try MilestoneQueries.drawShared(
      .init(picture: .achievement, theme: .light, options: options, lang: .german))(&view, SampleHistory.now)
    let text = String(decoding: card.bytes, as: UTF8.self)
    #expect(text.contains("Erste Schritte") && text.contains("Freigeschaltet am ") && text.contains("Gewöhnlich"))
    let figures = try MilestoneQueries.readShared(.init(picture: .achievement, options: options, lang: .german))(
      &view, SampleHistory.now)
    #expect(figures.label == "Erste Schritte")
  }

  @Test("Rejects unknown achievements and invalid widths")
  func rejections() {
    var view = view()
    #expect(throws: Fault.noAchievement) {
      try MilestoneQueries.drawAchievement(.init(id: "none"))(&view, SampleHistory.now)
    }
    #expect(throws: Fault.notShared) {
      try MilestoneQueries.drawShared(
        .init(picture: .radar, theme: .auto, options: ShareOptions()))(&view, SampleHistory.now)
    }
    #expect(throws: Fault.self) { try MilestoneQueries.drawAchievement(.init(id: "bookworm", width: 100)) }
  }
}
