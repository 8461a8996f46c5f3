import Chronology
import Domain
import Testing

struct StoryMatchesTests {
  private static let works: [Work] = {
    var dune = Work(id: "dune", title: "Dune", authors: ["Frank Herbert"])
    dune.identifiers.isbn = ["9780441172719"]
    var shining = Work(id: "shining", title: "The Shining", authors: ["Stephen King"])
    shining.identifiers.asin = "B002V1OF70"
    return [
      dune, shining, Work(id: "beowulf", title: "Beowulf"),
      Work(id: "poems-a", title: "Poems", authors: ["Ann One"]),
      Work(id: "poems-b", title: "Poems", authors: ["Bo Two"]),
    ]
  }()

  private func story(
    _ title: String, _ authors: [String] = [], isbn: String? = nil, asin: String? = nil
  ) -> Story {
    var story = Story(id: "s", title: title, estimatedDuration: 60, createdAt: Instant(seconds: 0))
    story.authors = authors.isEmpty ? nil : authors
    (story.isbn, story.asin) = (isbn, asin)
    return story
  }

  private func match(_ story: Story) -> StoryMatch? {
    var matches = StoryMatches(for: [story])
    for work in Self.works { matches.insert(work) }
    return matches.match(for: story)
  }

  @Test("A number decides before title and author, and both decide before only the title")
  func reasons() {
    #expect(match(story("Anything", ["Nobody"], isbn: "9780441172719"))?.workId == "dune")
    #expect(match(story("Anything", asin: "b002v1of70")) == match(story("The Shining", asin: "B002V1OF70")))
    #expect(match(story("Anything", asin: "b002v1of70"))?.reason == .isbn)
    let both = match(story("DUNE (Unabridged)", ["Herbert, Frank"]))
    #expect(both?.workId == "dune" && both?.reason == .titleAndAuthor)
    let title = match(story("Dune"))
    #expect(title?.workId == "dune" && title?.reason == .title)
    let unknown = match(story("Beowulf", ["Seamus Heaney"]))
    #expect(unknown?.workId == "beowulf" && unknown?.reason == .title)
    #expect(match(story("Poems", ["Bo Two"]))?.workId == "poems-b")
  }

  @Test("Another author is another book, which is made only from what a story says about it")
  func creation() {
    #expect(match(story("Dune", ["Kevin Anderson"])) == match(story("New", ["A"])))
    #expect(match(story("New", ["A"]))?.reason == .create && match(story("New", ["A"]))?.workId == nil)
    #expect(match(story("New", asin: "B0"))?.reason == .create)
    #expect(match(story("New")) == nil)
    let work = Work(id: "w", from: story("New", ["A"], isbn: "9780441172719", asin: "B0"))
    #expect(work.title == "New" && work.authors == ["A"])
    #expect(work.identifiers.isbn == ["9780441172719"] && work.identifiers.asin == "B0")
  }
}
