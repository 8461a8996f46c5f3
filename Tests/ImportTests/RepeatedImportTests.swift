import API
import Chronology
import Domain
import SeededRandom
import Testing

@testable import Import

@Suite("Importing a book list again")
struct RepeatedImportTests {
  private let now = Instant(seconds: 1_790_000_000)

  /// A user's data as the service lists it: works in the order of their ids.
  private struct Account {
    var data = ExistingData()

    mutating func write(_ plan: ImportPlan) {
      for place in data.works.indices {
        if let all = plan.identifiers[data.works[place].id] { data.works[place].identifiers.add(all) }
      }
      data.works = (data.works + plan.works.map(\.value)).sorted { $0.id < $1.id }
      data.shelved.formUnion(plan.entries.map(\.value.workId))
    }
  }

  /// An account with a few works that the user has entered.
  private func withOwnWorks(_ random: inout SplitMix) -> Account {
    var account = Account()
    for id in ["a", "goodreads:2", "isbn:9780141439587", "x"] where Bool.random(using: &random) {
      var work = Work(id: id, title: RandomBooks.titles.randomElement(using: &random) ?? "")
      if let author = RandomBooks.authors.randomElement(using: &random), !author.isEmpty { work.authors = [author] }
      if Bool.random(using: &random) { work.identifiers.goodreads = "3" }
      if Bool.random(using: &random) { account.data.shelved.insert(id) }
      account.data.works.append(work)
    }
    return account
  }

  @Test("The second and third import of a random list change nothing", arguments: RandomBooks.formats)
  func again(format: ImportFormat) throws {
    for seed in UInt64(0)..<40 {
      var random = SplitMix(seed: seed)
      var books = RandomBooks(seed: seed)
      var account = withOwnWorks(&random)
      let found = try Read.findings(format, books.file(format, rows: 40))
      let first = ImportPlan(found, existing: account.data, now: now)
      #expect(first.report.added + first.report.alreadyThere + first.report.rejected == 40, "seed \(seed)")
      account.write(first)
      for _ in 0..<2 {
        let next = ImportPlan(found, existing: account.data, now: now)
        #expect(next.addsNothing && next.report.added == 0, "seed \(seed): \(next.works) \(next.identifiers)")
        account.write(next)
      }
    }
  }

  @Test("Lists of all apps add nothing when they are imported again, in any order")
  func allApps() throws {
    for seed in UInt64(0)..<25 {
      var random = SplitMix(seed: seed)
      var books = RandomBooks(seed: seed)
      var account = withOwnWorks(&random)
      let lists = try RandomBooks.formats.map { try Read.findings($0, books.file($0, rows: 15)) }
      for list in lists { account.write(ImportPlan(list, existing: account.data, now: now)) }
      for list in lists.shuffled(using: &random) {
        let again = ImportPlan(list, existing: account.data, now: now)
        #expect(again.addsNothing && again.report.added == 0, "seed \(seed)")
        account.write(again)
      }
    }
  }

  @Test("Each identifier belongs to one work")
  func unique() throws {
    for seed in UInt64(0)..<15 {
      var books = RandomBooks(seed: seed)
      var account = Account()
      for format in RandomBooks.formats {
        let found = try Read.findings(format, books.file(format, rows: 20))
        account.write(ImportPlan(found, existing: account.data, now: now))
      }
      let all = account.data.works.flatMap(\.identifiers.prefixed)
      #expect(Set(all).count == all.count && all.count > 5, "seed \(seed)")
    }
  }

  @Test("Rows that share an ISBN or a title are one work, which gets the identifiers of all rows")
  func shared() throws {
    let file = """
      Book Id,Title,Author,ISBN13,Exclusive Shelf,Date Added
      1,Emma,Jane Austen,9780141439587,to-read,2024/01/02
      2,Эмма,Джейн Остин,9780141439587,to-read,2024/01/02
      3,Emma,Jane Austen,9780156027601,to-read,2024/01/02
      """
    let made = ImportPlan(try Read.findings(.goodreads, file), existing: ExistingData(), now: now)
    #expect(made.works.count == 1 && made.report.added == 1 && made.report.alreadyThere == 2)
    let identifiers = made.works[0].value.identifiers
    #expect(identifiers.isbn == ["9780141439587", "9780156027601"] && identifiers.goodreads == "1")
  }

  @Test("A list of another app finds a work by any of its identifiers and adds those that are missing")
  func otherApp() throws {
    var account = Account()
    let goodreads = """
      Book Id,Title,Author,ISBN13,Exclusive Shelf,Date Added
      7,Emma,Austen,9780141439587,to-read,2024/01/02
      """
    account.write(ImportPlan(try Read.findings(.goodreads, goodreads), existing: account.data, now: now))
    let hardcover = """
      Title,Author,Status,Hardcover Book ID,ISBN 13,ASIN,Date Added
      Nothing alike,Nobody,Want to Read,12,9780141439587,B009U9S6FI,2024-01-02
      """
    let made = ImportPlan(try Read.findings(.hardcover, hardcover), existing: account.data, now: now)
    #expect(made.works.isEmpty && made.entries.isEmpty && made.report.alreadyThere == 1)
    account.write(made)
    #expect(account.data.works.count == 1)
    let identifiers = account.data.works[0].identifiers
    #expect(identifiers.goodreads == "7" && identifiers.hardcover == "12" && identifiers.asin == "B009U9S6FI")
    let later = "Title,Author,Status,Hardcover Book ID,ISBN 13,ASIN,Date Added\nEmma,Austen,Read,12,,,2024-01-02\n"
    #expect(ImportPlan(try Read.findings(.hardcover, later), existing: account.data, now: now).addsNothing)
  }

  @Test("A row with an ambiguous title adds its identifiers only if a later row decides the work")
  func ambiguous() throws {
    var account = Account()
    account.data.works = [
      Work(id: "a", title: "Poems", authors: ["Ann Poet"]), Work(id: "b", title: "Poems", authors: ["Bob Rhyme"]),
    ]
    let header = "Book Id,Title,Author,ISBN13,Exclusive Shelf,Date Added\n"
    let open = header + "5,Poems,,9780141439587,to-read,2024/01/02\n"
    let unclear = ImportPlan(try Read.findings(.goodreads, open), existing: account.data, now: now)
    #expect(unclear.works.isEmpty && unclear.identifiers.isEmpty && unclear.entries.map(\.value.workId) == ["a"])
    let clear = open + ",Poems,Bob Rhyme,9780141439587,to-read,2024/01/02\n"
    let made = ImportPlan(try Read.findings(.goodreads, clear), existing: account.data, now: now)
    #expect(made.identifiers["b"]?.prefixed == ["isbn:9780141439587", "goodreads:5"] && made.identifiers.count == 1)
    account.write(made)
    #expect(ImportPlan(try Read.findings(.goodreads, clear), existing: account.data, now: now).addsNothing)
  }

  @Test("A work that an earlier version imported gets its identifiers and stays the same work")
  func earlierVersion() throws {
    let id = "8c4b2f0e-1111-4222-8333-944455566677"
    let file = """
      Title,Authors,ISBN/UID,Read Status,Last Date Read,Date Added,Dates Read,Read Count
      Emma,Jane Austen,\(id),to-read,,2024/01/02,,0
      """
    let found = try Read.findings(.storygraph, file)
    // It did not read the id in that column.
    let without = try Read.findings(.storygraph, file.replacing(id, with: ""))
    var old = ImportPlan(without, existing: ExistingData(), now: now).works[0].value
    #expect(old.id.hasPrefix("book:") && old.identifiers.isEmpty)
    let made = ImportPlan(found, existing: ExistingData(works: [old], shelved: [old.id]), now: now)
    #expect(made.works.isEmpty && made.identifiers[old.id]?.storygraph == id)
    (old.title, old.authors) = ("Corrected", ["Another Author"])
    let corrected = ImportPlan(found, existing: ExistingData(works: [old], shelved: [old.id]), now: now)
    #expect(corrected.works.isEmpty && corrected.report.added == 0)
  }
}

extension ImportPlan {
  /// An existing entry is sent again, and the service adds only reads that are missing.
  var addsNothing: Bool { works.isEmpty && identifiers.isEmpty && !entries.contains(where: \.isNew) }
}
