import Chronology
@testable import Domain
import Testing

@Suite(.enabled(if: TestZones.areThere, "there is no /usr/share/zoneinfo"))
struct ListeningInsightsTests {
  private func insights(_ journey: Journey) -> ListeningInsights {
    var view = journey.view()
    return view.insights()
  }

  @Test("Without stories all insights are zero or nil")
  func none() {
    let insights = insights(Journey())
    #expect(
      insights
        == ListeningInsights(
          averageStoryLength: 0, averageListensPerStory: 0, preferredListeningHour: nil, mostListenedStory: nil))
  }

  @Test("Fewer than three stories have means but no preferred hour")
  func few() {
    var journey = Journey()
    journey.story("a", length: 100)
    journey.story("b", length: 201)
    for minute in 10...12 { journey.listen("2026-11-20T10:\(minute):00Z", to: "a") }
    var insights = insights(journey)
    #expect(insights.averageStoryLength == 150.5)
    #expect(insights.averageListensPerStory == 1.5)
    #expect(insights.preferredListeningHour == nil)
    journey.story("c", length: 1)
    insights = self.insights(journey)
    #expect(insights.preferredListeningHour == 10)
    #expect(insights.mostListenedStory == ListeningInsights.Story(id: "a", title: "Title of a", playCount: 3))
  }

  @Test("Three stories without sessions have no preferred hour")
  func noSession() {
    var journey = Journey()
    for id in ["a", "b", "c"] { journey.story(id) }
    #expect(insights(journey).preferredListeningHour == nil)
    #expect(insights(journey).mostListenedStory == nil)
  }

  @Test("Counts local hours regardless of the day start; ties go to more seconds, then to the earlier hour")
  func hours() {
    var journey = Journey()
    for id in ["a", "b", "c"] { journey.story(id) }
    journey.live(in: "Asia/Kathmandu", dayStart: 6)
    journey.listen("2026-11-20T00:20:00Z", to: "a")
    journey.listen("2026-11-20T20:20:00Z", to: "a")
    #expect(insights(journey).preferredListeningHour == 2)
    let longer = journey.listen("2026-11-21T00:20:00Z", minutes: 11, to: "b")
    journey.listen("2026-11-21T20:20:00Z", to: "b")
    #expect(insights(journey).preferredListeningHour == 6)
    journey.remove(longer)
    #expect(insights(journey).preferredListeningHour == 2)
  }

  @Test("The top story has most sessions, more seconds, the later last session or the smaller id, and exists")
  func mostListened() {
    var journey = Journey()
    for id in ["b", "a", "c"] { journey.story(id) }
    journey.listen("2026-11-20T10:00:00Z", to: "b")
    journey.listen("2026-11-20T10:00:00Z", to: "a")
    #expect(insights(journey).mostListenedStory?.id == "a")
    journey.listen("2026-11-20T10:00:01Z", to: "c")
    #expect(insights(journey).mostListenedStory?.id == "c")
    journey.listen("2026-11-19T10:00:00Z", minutes: 12, to: "b")
    journey.listen("2026-11-19T10:00:00Z", minutes: 11, to: "c")
    #expect(insights(journey).mostListenedStory?.id == "b")
    journey.remove(story: "b")
    #expect(insights(journey).mostListenedStory?.id == "c")
    #expect(insights(journey).averageListensPerStory == 2.5)
  }
}
