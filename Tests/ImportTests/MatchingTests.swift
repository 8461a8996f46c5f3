import API
import Chronology
import Domain
import Glibc
import SeededRandom
import Testing

@testable import Import

@Suite("Matching existing data")
struct MatchingTests {
  private let now = Instant(seconds: 1_790_000_000)

  @Test(
    "Matches titles of the same book and no others",
    arguments: [
      ("Emma", "EMMA", true), ("Les Misérables", "Les Miserables", true), ("Sapiens", "Sapiens: A Brief History", true),
      ("Dune", "Dune (Dune, #1)", true), ("Dune", "Dune (Dune, #2)", false),
      ("The Two Towers", "The Two Towers (The Lord of the Rings, #2)", true),
      ("Saga, Volume 1", "Saga, Volume 2", false), ("Saga: Volume 1", "Saga: Volume 2", false),
      ("Saga", "Saga: Volume 2", false), ("Berserk: Book One", "Berserk: Book 1", true),
      ("Sapiens: A Brief History", "Sapiens: A Graphic History", false), ("Emma", "Persuasion", false),
      ("!", "?", false), ("!!!", "!!!", true), ("🦊", "🐻", false), ("C Primer Plus", "C++ Primer Plus", false),
      ("C in Depth", "C# in Depth", false), ("C# in Depth", "c# in depth", true), ("Dune #1", "Dune 1", true),
      ("Rama: II", "Rama", false), ("Rama: II", "Rama: 2", true), ("Malcolm: X", "Malcolm", true),
      ("Saga, Volume 1", "Saga, Vol. 1", true), ("Saga, Volume 2", "Saga: Vol. 2", true),
      ("Saga (Saga, #1.5)", "Saga (Saga, #5)", false), ("Früh\u{AD}ling", "Frühling", true),
    ])
  func titles(left: String, right: String, areSame: Bool) {
    #expect(TitleKey(left).matches(TitleKey(right)) == areSame)
    #expect(TitleKey(right).matches(TitleKey(left)) == areSame)
  }

  @Test(
    "Matches names of the same person and no others",
    arguments: [
      ("J.R.R. Tolkien", "J. R. R. Tolkien", true), ("Ursula K. Le Guin", "ursula le guin", true),
      ("Karel Čapek", "Karel Capek", true), ("Stephen King", "Owen King", false), ("", "Anyone", false),
      ("Henry Louis Gates, Jr.", "Robert Downey, Jr.", false), ("Henry Louis Gates Jr.", "Henry Louis Gates", true),
      ("Jr.", "Jr.", false),
    ])
  func authors(left: String, right: String, areSame: Bool) {
    #expect(AuthorKey(left).matches(AuthorKey(right)) == areSame)
  }

  private func plan(_ found: Findings, _ existing: ExistingData = ExistingData()) -> ImportPlan {
    ImportPlan(found, existing: existing, now: now)
  }

  @Test("Does not overwrite an existing work and its library entry")
  func ownValuesWin() throws {
    let found = try Read.findings(
      .goodreads, "Title,Author,ISBN13,Exclusive Shelf,Date Read\nEmma,Jane Austen,9780141439587,read,2020/01/01\n")
    var existing = ExistingData(works: [Work(id: "mine", title: "Emma", authors: ["Austen, Jane"])], shelved: ["mine"])
    let known = plan(found, existing)
    #expect(
      known.works.isEmpty && known.entries.map(\.isNew) == [false] && known.report.alreadyThere == 1
        && known.report.added == 0)
    existing.shelved = []
    let shelved = plan(found, existing)
    #expect(shelved.works.isEmpty && shelved.entries.map(\.value.workId) == ["mine"])
  }

  @Test(
    "Recognises a work whose title and author were corrected, and does not overwrite it",
    arguments: [
      (ImportFormat.storygraph, "Title,Authors,Read Status\n\"Teh Hobit\",\"JRR Tolkin\",to-read\n"),
      (.goodreads, "Title,Author,Exclusive Shelf\n\"Teh Hobit\",\"JRR Tolkin\",to-read\n"),
      (.goodreads, "Book Id,Title,Author,Exclusive Shelf\n5,\"Teh Hobit\",\"JRR Tolkin\",to-read\n"),
      (.goodreads, "Title,Author,Exclusive Shelf\n!!!,\"P A\",to-read\n"),
    ])
  func correctedWork(format: ImportFormat, file: String) throws {
    let found = try Read.findings(format, file)
    let first = plan(found)
    var work = try #require(first.works.first?.value)
    (work.title, work.authors, work.pageCount) = ("Completely Different", ["Another Author"], 310)
    let again = plan(found, ExistingData(works: [work], shelved: [work.id]))
    #expect(again.writeCount == 0 && again.report.alreadyThere == 1 && again.report.added == 0)
    let twice = plan(
      try Read.findings(format, file + file.split(separator: "\n")[1] + "\n"), ExistingData(works: [work]))
    #expect(twice.works.isEmpty && twice.entries.map(\.value.workId) == [work.id])
  }

  @Test("Distinguishes titles without letters and with marks after a letter")
  func marks() throws {
    let file = """
      Title,Author,Exclusive Shelf
      !!!,P A,to-read
      ???,P A,to-read
      ...,P A,to-read
      C Primer Plus,Stephen Prata,to-read
      C++ Primer Plus,Stephen Prata,to-read
      Memoir,"Henry Louis Gates, Jr.",to-read
      Memoir,"Robert Downey, Jr.",to-read
      """
    let found = try Read.findings(.goodreads, file)
    let made = plan(found)
    #expect(made.works.count == 7 && made.works.last?.value.authors == ["Robert Downey, Jr."])
    #expect(plan(found, ExistingData(works: made.works.map(\.value))).works.isEmpty)
    #expect(Texts.people("A B, Jr., C D") == ["A B, Jr.", "C D"])
  }

  @Test("Finds an author among thousands of works with one title", arguments: [5, 3_000])
  func manyOfOneTitle(count: Int) {
    var index = WorkIndex((0..<count).map { Work(id: "\($0)", title: "Poems", authors: ["Auth\($0) Name\($0)"]) })
    func found(_ authors: String...) -> String? {
      let (id, isKnown) = index.id(of: FoundBook(line: 1, title: "Poems", authors: authors))
      return isKnown ? id : nil
    }
    #expect(found("Name4 Auth4") == "4" && found("Name4") == "4" && found("Auth4 Middle Name4") == "4")
    #expect(found("Auth4 Name3") == nil && found("Nobody") == nil && found("Nobody", "name2") == "2")
    #expect(found() == "0", "without an author it may be any of them")
    index.insert(Work(id: "anonymous", title: "Poems"))
    #expect(found("Nobody") == "anonymous" && found("Name4") == "4")
  }

  @Test("An identifier finds a work with any title")
  func identifier() throws {
    let found = try Read.findings(.goodreads, "Title,ISBN13,Exclusive Shelf\nQuite another title,9780141439587,\n")
    let existing = ExistingData(works: [Work(id: "isbn:9780141439587", title: "Emma")])
    #expect(plan(found, existing).works.isEmpty)
  }

  @Test("Duplicate rows and rows with different identifiers of one book become one work")
  func twiceInAFile() throws {
    let file = """
      Title,Author,ISBN13,Exclusive Shelf
      Emma,Jane Austen,9780141439587,to-read
      Emma,Jane Austen,,to-read
      emma,Austen,9780156027601,to-read
      """
    let made = plan(try Read.findings(.goodreads, file))
    #expect(made.works.count == 1 && made.report.added == 1 && made.report.alreadyThere == 2)
  }

  @Test("Writes the most complete row of a book, in any order")
  func saysMost() throws {
    let header = "Title,Author,My Rating,Date Read,Exclusive Shelf"
    let rows = ["Dune,Frank Herbert,,,to-read", "Dune,Frank Herbert,5,2021/05/05,read", "Dune,Frank Herbert,,,reading"]
    for order in [rows, Array(rows.reversed())] {
      let made = plan(try Read.findings(.goodreads, ([header] + order).joined(separator: "\n")))
      #expect(made.entries.map(\.value.status) == [.finished] && made.entries.map(\.value.rating) == [5])
      #expect(made.report.added == 1 && made.report.alreadyThere == 2)
    }
  }

  @Test("An identifier does not join unrelated books, and the number of a copy does not identify a work")
  func numbers() throws {
    let copy = try Read.findings(.librarything, "Book Id\tWork id\tTitle\tPrimary Author\n77\t5\tEmma\tAusten, Jane\n")
    #expect(copy.books[0].identifiers == ["librarything:5", "librarything-copy:77"])
    let found = try Read.findings(.bookwyrm, "title,author_text,librarything_key\nDune,Frank Herbert,5\n")
    let existing = ExistingData(works: [Work(id: "librarything:5", title: "Emma", authors: ["Jane Austen"])])
    let made = plan(found, existing)
    #expect(made.works.count == 1 && made.works[0].value.id != "librarything:5")
    #expect(plan(found, ExistingData(works: existing.works + made.works.map(\.value))).works.isEmpty)
  }

  @Test("A second import of a random list adds nothing", arguments: 0..<20)
  func twice(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let titles = ["Emma", "Dune", "Dune: Part Two", "Saga, Volume 1", "Saga, Volume 2", "Ünder", "Under", "A: B"]
    let authors = ["", "Jane Austen", "Austen, Jane", "F. Herbert", "Frank Herbert", "Any One"]
    var file = "Title,Author,ISBN,Date Added,Exclusive Shelf\n"
    for _ in 0..<60 {
      let isbn = Bool.random(using: &random) ? "" : "9780141439587"
      let title = titles.randomElement(using: &random) ?? ""
      let author = authors.randomElement(using: &random) ?? ""
      file += "\"\(title)\",\"\(author)\",\(isbn),2020/01/02,\(Bool.random(using: &random) ? "read" : "to-read")\n"
    }
    let found = try Read.findings(.goodreads, file)
    let first = plan(found)
    let existing = ExistingData(
      works: first.works.map(\.value), shelved: Set(first.entries.map(\.value.workId)))
    let second = plan(found, existing)
    #expect(first.report.added + first.report.alreadyThere == 60, "seed \(seed)")
    #expect(second.works.isEmpty && !second.entries.contains(where: \.isNew), "seed \(seed)")
    #expect(second.report.alreadyThere == 60, "seed \(seed)")
  }

  @Test("Titles with a common prefix and authors of one title are matched about as fast as others")
  func alike() throws {
    /// The processor time of this thread, which excludes other load.
    func processorTime() -> Int {
      var now = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
      return now.tv_sec * 1_000_000_000 + now.tv_nsec
    }
    func time(_ title: String? = nil, _ name: (Int) -> String) -> Int {
      var index = WorkIndex([])
      let begun = processorTime()
      for number in 0..<20_000 {
        let name = name(number)
        let (title, author) = (title ?? name, title == nil ? "A" : name)
        #expect(!index.id(of: FoundBook(line: 1, title: title, authors: [author])).isKnown)
        index.insert(Work(id: "\(number)", title: title, authors: [author]))
      }
      return processorTime() - begun
    }
    let plain = time { "Word\($0)" }
    #expect(time { "Home: sub\($0)" } < plain * 5)
    #expect(time("Home") { "First\($0) Last\($0)" } < plain * 5)
  }
}
