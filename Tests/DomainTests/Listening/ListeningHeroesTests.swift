import Chronology
import Domain
import Testing

@testable import DomainModels

struct ListeningHeroesTests {
  private func ids(_ history: StatsHistory) -> [String] {
    var view = history.view()
    return view.heroes().map(\.heroId)
  }

  @Test("Sorts heroes by stories, seconds, name and id; only the first is the most active")
  func order() {
    var history = StatsHistory()
    for (id, name) in [("z", "Ada"), ("a", "Ada"), ("m", "Bo"), ("q", "Cy"), ("none", "Aa")] {
      history.hero(id, name: name)
    }
    for hero in ["z", "a", "m", "q"] { history.story("of-\(hero)", hero: hero) }
    history.story("more", hero: "m", at: "2026-05-05T05:05:05Z")
    history.listen("2026-11-20T10:00:00Z", to: "of-q")
    var view = history.view()
    let heroes = view.heroes()
    #expect(heroes.map(\.heroId) == ["m", "q", "a", "z", "none"])
    #expect(heroes.map(\.isMostActive) == [true, false, false, false, false])
    #expect(heroes.map(\.storyCount) == [2, 1, 1, 1, 0])
    #expect(heroes.map(\.totalListeningTime) == [0, 600, 0, 0, 0])
    #expect(heroes[0].lastStoryDate?.description == "2026-05-05T05:05:05Z")
    #expect(heroes[4].lastStoryDate == nil)
  }

  @Test("Without stories no hero is the most active")
  func none() {
    var history = StatsHistory()
    history.hero("a")
    var view = history.view()
    #expect(view.heroes().map(\.isMostActive) == [false])
  }

  @Test("A deleted hero leaves its stories permanently; a recreated story has its sessions back")
  func deletion() {
    var history = StatsHistory()
    history.hero("a")
    history.story("s", hero: "a")
    history.listen("2026-11-20T10:00:00Z")
    history.append(.catalogue(.heroRemoved(HeroRemoved(hero: Hero(id: "a", name: "a")))))
    #expect(ids(history).isEmpty)
    history.hero("a")
    var view = history.view()
    #expect(view.heroes()[0].storyCount == 0)
    history.remove(story: "s")
    history.story("s", hero: "a")
    view = history.view()
    #expect(view.heroes()[0].storyCount == 1)
    #expect(view.heroes()[0].totalListeningTime == 600)
  }
}
