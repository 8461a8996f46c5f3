import API
import Chronology
import Domain
import SeededRandom
import Testing

@testable import Import

@Suite("Planning a list of books in parts")
struct BookPlanTests {
  private let now = Instant(seconds: 1_790_000_000)
  private let calendar = LocalCalendar(zone: .utc)

  /// Plans a file from chunks of some bytes, with existing data in small pages.
  private func plan(
    _ format: ImportFormat, _ bytes: [UInt8], _ existing: ExistingData, chunk: Int, block: Int, folders: [String]
  ) throws -> ImportPlan {
    var plan = ImportPlan(folders: folders, blockBytes: block, now: now)
    for start in stride(from: 0, to: existing.works.count, by: 3) {
      try plan.insert(existing: Array(existing.works[start..<min(start + 3, existing.works.count)]))
    }
    plan.shelve(existing.shelved)
    var table = try #require(FileReading(format: format, calendar: calendar).bookTable)
    var findings = Findings()
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      try table.read(bytes[start..<min(start + chunk, bytes.count)], into: &findings)
      try plan.take(&findings)
    }
    try table.finish(into: &findings)
    try plan.take(&findings)
    try plan.finish()
    return plan
  }

  private func check(
    _ format: ImportFormat, _ file: String, _ existing: ExistingData, _ random: inout SplitMix, _ comment: String
  ) throws {
    let bytes = Array(file.utf8)
    let model = BookModel(try Read.findings(format, file), existing: existing)
    let chunk = [7, 100, 1_000, 1 << 20].randomElement(using: &random) ?? 1
    let block = [1, 300, 1 << 20].randomElement(using: &random) ?? 1
    let folders = Bool.random(using: &random) ? ["/nonexistent", "/tmp"] : []
    let made = try plan(format, bytes, existing, chunk: chunk, block: block, folders: folders)
    let comment = Comment(rawValue: "\(comment), chunk \(chunk), block \(block), \(folders)")
    #expect(made.works.map(\.value) == model.works.map(\.value), comment)
    #expect(made.works.map(\.line) == model.works.map(\.line), comment)
    #expect(made.entries.map(\.value) == model.entries.map(\.value), comment)
    #expect(made.entries.map(\.line) == model.entries.map(\.line), comment)
    #expect(made.entries.map(\.isNew) == model.entries.map(\.isNew), comment)
    #expect(made.identifiers == model.identifiers, comment)
    #expect(made.report == model.report, comment)
  }

  private func existingData(_ random: inout SplitMix, titles: [String], authors: [String]) -> ExistingData {
    var existing = ExistingData()
    for id in ["a", "book:1", "goodreads:2", "isbn:9780141439587", "x", "y", "z"] where Bool.random(using: &random) {
      var work = Work(id: id, title: titles.randomElement(using: &random) ?? "")
      if let author = authors.randomElement(using: &random), !author.isEmpty { work.authors = [author] }
      work.pageCount = [nil, 100].randomElement(using: &random) ?? nil
      work.identifiers.goodreads = [nil, "2", "3"].randomElement(using: &random) ?? nil
      work.identifiers.isbn = [[], ["9780156027601"]].randomElement(using: &random) ?? []
      existing.works.append(work)
      if Bool.random(using: &random) { existing.shelved.insert(id) }
    }
    return existing
  }

  @Test("Gives the plan and the report of a slow model", arguments: RandomBooks.formats)
  func model(format: ImportFormat) throws {
    for seed in UInt64(0)..<60 {
      var random = SplitMix(seed: seed)
      var books = RandomBooks(seed: seed)
      let existing = existingData(&random, titles: RandomBooks.titles, authors: RandomBooks.authors)
      let file = books.file(format, rows: Int.random(in: 1...60, using: &random))
      try check(format, file, existing, &random, "seed \(seed)")
    }
  }

  @Test("Gives the plan of a slow model for many works with one title")
  func popularTitles() throws {
    let titles = ["Poems", "Poems", "Poems: New", "Poems: Old", "Poems (Verse, #2)", "Poems, Volume 1"]
    for seed in UInt64(0)..<12 {
      var random = SplitMix(seed: seed)
      var file = "Book Id,Title,Author,ISBN13,My Rating,Date Read,Exclusive Shelf\n"
      for number in 0..<150 {
        let (first, last) = (Int.random(in: 0..<8, using: &random), Int.random(in: 0..<12, using: &random))
        let authors = ["First\(first) Last\(last)", "Last\(last), First\(first)", "Last\(last)", "Name\(number)", ""]
        let isbn = Int.random(in: 0..<8, using: &random) == 0 ? "9780141439587" : ""
        let title = titles.randomElement(using: &random) ?? ""
        let author = authors.randomElement(using: &random) ?? ""
        let rating = ["", "5", "9"].randomElement(using: &random) ?? ""
        file += "\(number % 90),\"\(title)\",\"\(author)\",\(isbn),\(rating),2024/01/02,read\n"
      }
      let existing = existingData(&random, titles: titles, authors: ["First1 Last1", "Last2", ""])
      try check(.goodreads, file, existing, &random, "seed \(seed)")
    }
  }

  @Test("An identifier of an existing work that is another work's id does not confuse them")
  func sharedId() throws {
    var first = Work(id: "a", title: "Emma", authors: ["Jane Austen"])
    first.identifiers.goodreads = "5"
    let second = Work(id: "goodreads:5", title: "Dune", authors: ["Frank Herbert"])
    let file = "Title,Author,ISBN13,Exclusive Shelf\nDune,Frank Herbert,9780141439587,to-read\n"
    var random = SplitMix(seed: 1)
    for shelved in [Set<String>(), ["a"], ["goodreads:5"]] {
      let existing = ExistingData(works: [first, second], shelved: shelved)
      try check(.goodreads, file, existing, &random, "\(shelved)")
    }
  }

  @Test("The memory contains no values that are not needed to find works")
  func memory() throws {
    func bytes(_ review: String, _ genre: String) throws -> Int {
      var file = "Title,Authors,ISBN/UID,Read Status,Last Date Read,Date Added,Dates Read,Read Count,Review,Genres\n"
      for number in 0..<3_000 {
        file += "Title \(number),Author \(number),,read,2024/01/02,2024/01/02,,1,\(review),\(genre)\n"
      }
      let made = try plan(
        .storygraph, Array(file.utf8), ExistingData(), chunk: 1_000, block: 1_000, folders: ["/var/tmp", "/tmp"])
      #expect(made.report.added == 3_000)
      return made.books.byteCount
    }
    let (review, genre) = (String(repeating: "long ", count: 200), String(repeating: "genre ", count: 50))
    let short = try bytes("", "")
    // The capacity of an array depends on which block the allocator has free, so equal plans differ a little.
    let texts = 3_000 * (review.utf8.count + genre.utf8.count)
    #expect(try bytes(review, genre) < short + texts / 20)
    #expect(short < 3_000 * 300)
  }

  @Test("An error in the middle of the file gives no plan")
  func damaged() throws {
    let file = "Title,Author,Exclusive Shelf\nEmma,Jane Austen,read\n" + String(repeating: "x,", count: 600) + "\n"
    #expect(throws: ImportError.self) {
      try plan(.goodreads, Array(file.utf8), ExistingData(), chunk: 40, block: 10, folders: [])
    }
  }

  @Test("Books of earlier parts count for the maximum of a file")
  func most() throws {
    var findings = Findings(most: 3)
    for line in 1...3 {
      try findings.add(FoundBook(line: line, title: "A"))
      #expect(findings.takeBooks().books.map(\.line) == [line])
    }
    #expect(throws: ImportError.self) { try findings.add(FoundBook(line: 4, title: "A")) }
  }
}
