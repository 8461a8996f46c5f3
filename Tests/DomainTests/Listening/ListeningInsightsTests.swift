import Chronology
@testable import Domain
@testable import DomainModels
import Testing

@Suite(.enabled(if: TestZones.areThere, "there is no /usr/share/zoneinfo"))
struct ListeningInsightsTests {
  private func insights(_ history: StatsHistory) -> ListeningInsights {
    var view = history.view()
    return view.insights()
  }

  @Test("Without stories all insights are zero or nil")
  func none() {
    let insights = insights(StatsHistory())
    #expect(
      insights
        == ListeningInsights(
          averageStoryLength: 0, averageListensPerStory: 0, preferredListeningHour: nil, mostListenedStory: nil))
  }

  @Test("Fewer than three stories have means but no preferred hour")
  func few() {
    var history = StatsHistory()
    history.story("a", length: 100)
    history.story("b", length: 201)
    for minute in 10...12 { history.listen("2026-11-20T10:\(minute):00Z", to: "a") }
    var insights = insights(history)
    #expect(insights.averageStoryLength == 150.5)
    #expect(insights.averageListensPerStory == 1.5)
    #expect(insights.preferredListeningHour == nil)
    history.story("c", length: 1)
    insights = self.insights(history)
    #expect(insights.preferredListeningHour == 10)
    #expect(insights.mostListenedStory == ListeningInsights.Story(id: "a", title: "Title of a", playCount: 3))
  }

  @Test("Three stories without sessions have no preferred hour")
  func noSession() {
    var history = StatsHistory()
    for id in ["a", "b", "c"] { history.story(id) }
    #expect(insights(history).preferredListeningHour == nil)
    #expect(insights(history).mostListenedStory == nil)
  }

  @Test("Counts local hours regardless of the day start; ties go to more seconds, then to the earlier hour")
  func hours() {
    var history = StatsHistory()
    for id in ["a", "b", "c"] { history.story(id) }
    history.live(in: "Asia/Kathmandu", dayStart: 6)
    history.listen("2026-11-20T00:20:00Z", to: "a")
    history.listen("2026-11-20T20:20:00Z", to: "a")
    #expect(insights(history).preferredListeningHour == 2)
    let longer = history.listen("2026-11-21T00:20:00Z", minutes: 11, to: "b")
    history.listen("2026-11-21T20:20:00Z", to: "b")
    #expect(insights(history).preferredListeningHour == 6)
    history.remove(longer)
    #expect(insights(history).preferredListeningHour == 2)
  }

  @Test("The top story has most sessions, more seconds, the later last session or the smaller id, and exists")
  func mostListened() {
    var history = StatsHistory()
    for id in ["b", "a", "c"] { history.story(id) }
    history.listen("2026-11-20T10:00:00Z", to: "b")
    history.listen("2026-11-20T10:00:00Z", to: "a")
    #expect(insights(history).mostListenedStory?.id == "a")
    history.listen("2026-11-20T10:00:01Z", to: "c")
    #expect(insights(history).mostListenedStory?.id == "c")
    history.listen("2026-11-19T10:00:00Z", minutes: 12, to: "b")
    history.listen("2026-11-19T10:00:00Z", minutes: 11, to: "c")
    #expect(insights(history).mostListenedStory?.id == "b")
    history.remove(story: "b")
    #expect(insights(history).mostListenedStory?.id == "c")
    #expect(insights(history).averageListensPerStory == 2.5)
  }
}
