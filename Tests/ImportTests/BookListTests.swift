import API
import Chronology
import Domain
import Testing

@testable import Import

@Suite("Lists of books")
struct BookListTests {
  @Test("Goodreads: reads spreadsheet numbers, both date formats and shelves, and makes up no date")
  func goodreads() throws {
    let file = #"""
      Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Number of Pages,Year Published,\#
      Original Publication Year,Date Read,Date Added,Bookshelves,Exclusive Shelf
      1,Emma,Jane Austen,"Austen, Jane",,"=""0141439580""","=""9780141439587""",5,474,2003,1815,2023/05/01,\#
      2022/12/24,,read
      2,"Dune (Dune, #1)",Frank Herbert,"Herbert, Frank",,"=""""","=""""",0,,,,3/9/21,3/9/20,,read
      3,Beloved,Toni Morrison,"Morrison, Toni","A. Reader, Emma",,,4,324,,,,2022/01/02,,currently-reading
      4,Stopped,Some One,,,,,0,0,,,,2022/01/03,dnf,dnf
      5,Someday,Some One,,,,,0,100,,,,2022/01/04,to-read,to-read
      6,No day at all,Some One,,,,,0,100,,,,,read,read
      7,,Some One,,,,,0,100,,,,2022/01/04,read,read
      8,Wrong day,Some One,,,,,0,100,,,2023/02/30,2022/01/04,read,read
      """#
    let found = try Read.findings(.goodreads, file)
    #expect(found.books.map(\.title) == ["Emma", "Dune (Dune, #1)", "Beloved", "Stopped", "Someday", "No day at all"])
    #expect(found.books[0].identifiers == ["isbn:9780141439587", "goodreads:1"])
    #expect(
      found.books.map { $0.entry?.status } == [.finished, .finished, .reading, .abandoned, .wantToRead, .finished])
    #expect(found.books.map { $0.entry?.rating } == [5, nil, 4, nil, nil, nil])
    #expect(
      found.books.map { $0.entry?.spans } == [
        ["? to 2023-05-01"], ["? to 2021-03-09"], ["from ?"], ["? to ?"], [], ["? to ?"],
      ])
    #expect(found.books[2].authors == ["Toni Morrison", "A. Reader", "Emma"])
    #expect(found.books.map(\.publishedYear) == [1_815, nil, nil, nil, nil, nil])
    #expect(found.books.map(\.pageCount) == [474, nil, 324, nil, 100, 100])
    #expect(found.report.problems.map(\.line) == [8, 9] && found.report.rejected == 2)
  }

  @Test("An unclosed quote rejects only its line", arguments: ["\n", "\r\n"])
  func openQuote(lineEnd: String) throws {
    let rows = (1...9).map { "Good \($0),Some One,to-read" }
    let lines = ["Title,Author,Exclusive Shelf", "\"Broken,Some One,to-read"] + rows
    let found = try Read.findings(.goodreads, lines.joined(separator: lineEnd))
    #expect(found.books.map(\.title) == (1...9).map { "Good \($0)" } && found.report.problems.map(\.line) == [2])
    #expect(found.books.map(\.line) == Array(3...11))
    // More bytes than a row may have follow it, and cells of several lines stay intact.
    let many = (1...40_000).map { "Book \($0),\"Some\nOne\",to-read" }
    let long = try Read.findings(.goodreads, (lines.prefix(2) + many).joined(separator: lineEnd))
    #expect(long.report.rejected <= 2 && long.books.count >= 39_999)
    #expect(long.books.last?.title == "Book 40000")
  }

  @Test("The StoryGraph: reads ranges, single dates and lists of dates read; the date added is not a start")
  func storygraph() throws {
    let file = """
      Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Dates Read,Read Count,Star Rating
      A,"One, Two",,9780141439587,digital,read,2022/01/01,2023/05/06,"2022/01/02-2022/01/05, 2023/05/01-\
      2023/05/06",2,4.25
      B,One,,uid-77,paperback,read,2022/01/01,,2023/05/06,1,
      C,One,,,paperback,currently-reading,2022/01/01,,2023/05/06-,0,
      D,One,,,paperback,read,2022/01/01,,-2023/05/07,0,3.0
      E,One,,,paperback,did-not-finish,2022/01/01,,,0,
      F,One,,,paperback,to-read,2022/01/01,,,0,
      """
    let books = try Read.findings(.storygraph, file).books
    #expect(books.map { $0.entry?.status } == [.finished, .finished, .reading, .finished, .abandoned, .wantToRead])
    #expect(
      books.map { $0.entry?.spans } == [
        ["2022-01-02 to 2022-01-05", "2023-05-01 to 2023-05-06"], ["? to 2023-05-06"], ["from 2023-05-06"],
        ["? to 2023-05-07"], ["? to ?"], [],
      ])
    #expect(books.map { $0.entry?.rating } == [4.25, nil, nil, 3, nil, nil])
    #expect(books[0].authors == ["One", "Two"] && books[1].identifiers == ["storygraph:uid-77"])
  }

  @Test("The StoryGraph: no book is finished before its start, and a paused book is started")
  func storygraphSpans() throws {
    let file = """
      Title,Read Status,Date Added,Dates Read
      A,read,2022/12/01,2023/02/05-
      B,read,2022/12/01,2023/01/15-2023
      C,currently-reading,2022/12/01,2023/02/05
      D,paused,2022/12/01,2023/02/05-
      E,read,2022/12/01,2023/01/15-2022
      F,read,2022/12/01,2025/04/14-2025/04/04
      """
    let found = try Read.findings(.storygraph, file)
    let entries = found.books.compactMap(\.entry)
    #expect(entries.map(\.status) == [.finished, .finished, .reading, .reading, .finished, .finished])
    // The dates of the last two rows are in reverse.
    #expect(
      entries.map(\.spans) == [
        ["2023-02-05 to ?"], ["2023-01-15 to 2023"], ["from 2023-02-05"], ["from 2023-02-05"],
        ["2022 to 2023-01-15"], ["2025-04-04 to 2025-04-14"],
      ])
    #expect(found.report.rejected == 0)
    let ignored = try Read.findings(.hardcover, "Title,Status\nA,Ignored\nB,Paused\n")
    #expect(ignored.books.map { $0.entry?.status } == [.reading] && ignored.report.rejected == 1)
  }

  @Test("Reads a spreadsheet's separator line and thousands separators")
  func spreadsheet() throws {
    let file = "sep=;\r\nTitle;Number of Pages;Exclusive Shelf\r\nA, b;1,234;\r\nB;12, 320;\r\nC;;\r\n"
    let books = try Read.findings(.goodreads, file).books
    #expect(books.map(\.title) == ["A, b", "B", "C"] && books.map(\.pageCount) == [1_234, 320, nil])
    #expect(books.map(\.line) == [3, 4, 5])
  }

  @Test("The StoryGraph: reads the older column names in another order")
  func olderStoryGraph() throws {
    let file = "Read Status,Authors,ISBN,Title,Date Read\nread,One,0141439580,A,2021-02-03\n"
    let book = try #require(try Read.findings(.storygraph, file).books.first)
    #expect(book.identifiers == ["isbn:9780141439587"] && book.entry?.spans == ["? to 2021-02-03"])
  }

  @Test("LibraryThing: reads tabs, ISO 8859-1, brackets, inverted names and an unclosed quote")
  func librarything() throws {
    let header =
      "Book Id\tTitle\tPrimary Author\tSecondary Author\tDate\tReview\tRating\tPage Count\tDate Started\tDate Read\t"
      + "Collections\tLanguages\tISBN\tEntry Date\n"
    let rows =
      "'10'\tSmilla\tH\u{F8}eg, Peter\tTiina, N|Other, A\t1992\t\"Great\t4.5\txii, 453 p.\t[2019-04-01]\t[2019-05-01]\t"
      + "Your library\tDanish\t[0141439580]\t[2018-01-01]\n"
      + "11\tWanted\tOne, Any\t\t\t\t\t\t[]\t[]\tWishlist\t\t[]\t[2018-01-01]\n"
    let bytes = (header + rows).unicodeScalars.map { UInt8($0.value) }
    let books = try Read.findings(.librarything, bytes: bytes).books
    try #require(books.count == 2)
    #expect(books[0].authors == ["Peter Høeg", "N Tiina", "A Other"])
    #expect(books[0].pageCount == 453 && books[0].publishedYear == 1_992 && books[0].language == "Danish")
    #expect(books[0].identifiers.first == "isbn:9780141439587")
    #expect(books[0].entry?.spans == ["2019-04-01 to 2019-05-01"] && books[0].entry?.rating == 4.5)
    #expect(books[1].entry?.status == .wantToRead)
    let title = Array("It".utf8) + [0x92] + Array("s ".utf8) + [0x80, 0x9F, 0xE9]
    let windows = Array("Primary Author\tTitle\n\t".utf8) + title + Array("\n".utf8)
    #expect(try Read.findings(.librarything, bytes: windows).books.map(\.title) == ["It’s €Ÿé"])
  }

  @Test("LibraryThing: a rated book is read, and an author who is also secondary appears once")
  func ratedBooks() throws {
    let file = """
      Title\tPrimary Author\tSecondary Author\tRating\tCollections\tEntry Date
      Rated\tHøeg,  Peter\tHøeg, Peter|Other, A\t4\tYour library\t2018-01-01
      Unrated\tOne, Any\t\t\tYour library\t2018-01-01
      Wanted\tOne, Any\t\t3\tWishlist\t2018-01-01
      """
    let books = try Read.findings(.librarything, file + "\n").books
    #expect(books.map { $0.entry?.status } == [.finished, .wantToRead, .wantToRead])
    #expect(books[0].authors == ["Peter Høeg", "A Other"])
  }

  @Test("Runs of spaces in names and titles become one space")
  func spaces() throws {
    let file = "Title,Author,Exclusive Shelf\n The  Long   Way ,Becky   Chambers,\n"
    let book = try #require(try Read.findings(.goodreads, file).books.first)
    #expect(book.title == "The Long Way" && book.authors == ["Becky Chambers"])
  }

  @Test("BookWyrm: reads shelves by identifier, and a list without shelves")
  func bookwyrm() throws {
    let file = """
      title,author_text,remote_id,openlibrary_key,isbn_10,isbn_13,start_date,finish_date,stopped_date,rating,shelf,\
      shelf_name,shelf_date\r
      Solaris,Stanisław Lem,https://books.example/1,OL1M,0156027607,9780156027601,2024-01-02,2024-02-03,,4,read,Read,\
      2024-02-03\r
      Stopped,Any One,https://books.example/2,,,,2024-01-02,,2024-01-05,,stopped-reading,Stopped,2024-01-05\r
      Own shelf,Any One,https://books.example/3,,,,,,,,my-own,Mine,2024-01-05\r
      """
    let books = try Read.findings(.bookwyrm, file).books
    #expect(books.map { $0.entry?.status } == [.finished, .abandoned, .wantToRead])
    #expect(books[0].identifiers == ["isbn:9780156027601", "openlibrary:OL1M"])
    #expect(
      books.map { $0.entry?.spans } == [["2024-01-02 to 2024-02-03"], ["2024-01-02 to 2024-01-05"], []])
  }

  @Test("Hardcover: reads statuses, genres and dates")
  func hardcover() throws {
    let file = """
      Title,Author,Status,ISBN 10,ISBN 13,Pages,Genres,Date Added,Date Started,Date Finished,Rating
      Kindred,Octavia E. Butler,Read,,9780141439587,264,"Fiction, History",2024-01-01,2024-02-01,2024-02-09,4.5
      Later,Any One,Want to Read,,,,,2024-01-01,,,
      Now,Any One,Currently Reading,,,,,2024-01-01,2024-02-01,,
      Not,Any One,Did Not Finish,,,,,2024-01-01,2024-02-01,,
      """
    let books = try Read.findings(.hardcover, file).books
    #expect(books.map { $0.entry?.status } == [.finished, .wantToRead, .reading, .abandoned])
    #expect(books[0].genres == ["Fiction", "History"] && books[0].pageCount == 264)
  }

  @Test("Hardcover: reads identifiers, the language and the year of publication")
  func hardcoverEdition() throws {
    let file = """
      Title,Author,Status,Hardcover Book ID,Hardcover Edition ID,ISBN 10,ISBN 13,ASIN,Language Code,Pages,Publish Date
      Kindred,Octavia E. Butler,Want to Read,21,31,0141439580,9780385474542,B009U9S6FI,en,264,1979-06-01
      Later,Any One,Want to Read,22,32,0141439580,,0141439580,,,
      """
    let books = try Read.findings(.hardcover, file).books
    #expect(
      books.map(\.identifiers) == [
        ["isbn:9780385474542", "isbn:9780141439587", "hardcover:21", "asin:B009U9S6FI"],
        ["isbn:9780141439587", "hardcover:22"],
      ])
    #expect(books[0].language == "en" && books[0].publishedYear == 1979 && books[1].publishedYear == nil)
  }

  @Test(
    "Hardcover: translators, narrators and illustrators are not authors",
    arguments: [
      ("Roberto Bolaño, Natasha Wimmer (Translator)", ["Roberto Bolaño"]),
      ("Helena Fraga (Translator), Kenneth Haigh (Narrator), Dan Simmons", ["Dan Simmons"]),
      ("Neil Gaiman, Dave McKean (Illustrator, Cover artist)", ["Neil Gaiman"]),
      ("Ann VanderMeer (Editor), Jeff VanderMeer (Translator, Editor)", ["Ann VanderMeer", "Jeff VanderMeer"]),
      ("Only One (Narrator)", []), ("Henry Louis Gates, Jr., A B (Foreword)", ["Henry Louis Gates, Jr."]),
      ("A (B", ["A (B"]), ("", []),
    ])
  func hardcoverRoles(text: String, authors: [String]) {
    #expect(Contributors.authors(text) == authors)
  }

  @Test("StoryGraph: reads an ISBN, an ASIN or its own id from the same column")
  func storygraphIdentifiers() throws {
    let file = """
      Title,Authors,ISBN/UID,Read Status
      A,Any One,9780141439587,to-read
      B,Any One,B009U9S6FI,to-read
      C,Any One,8c4b2f0e-1111-4222-8333-944455566677,to-read
      D,Any One,not an id,to-read
      """
    let books = try Read.findings(.storygraph, file).books
    #expect(
      books.map(\.identifiers) == [
        ["isbn:9780141439587"], ["asin:B009U9S6FI"], ["storygraph:8c4b2f0e-1111-4222-8333-944455566677"], [],
      ])
  }

  @Test("LibraryThing: reads every ISBN of its list")
  func listedISBNs() throws {
    let file = """
      Book Id\tWork id\tPrimary Author\tTitle\tISBN\tISBNs
      7\t5\t\tEmma\t[0141439580]\t[0141439580, 9780385474542]

      """
    let books = try Read.findings(.librarything, file).books
    #expect(
      books[0].identifiers == [
        "isbn:9780141439587", "isbn:9780385474542", "librarything:5", "librarything-copy:7",
      ])
  }

  /// The headers of exports: in full as far as their columns identify the app.
  private static let headers: [(format: ImportFormat, columns: [String])] = [
    (.goodreads, ["Book Id", "Title", "Author", "My Rating", "Date Read", "Bookshelves", "Exclusive Shelf"]),
    (.storygraph, ["Title", "Authors", "Contributors", "ISBN/UID", "Format", "Read Status", "Read Count"]),
    (.librarything, ["Book Id", "Title", "Sort Character", "Primary Author", "Date Read", "Collections", "Rating"]),
    (.bookwyrm, ["title", "author_text", "remote_id", "isbn_13", "start_date", "rating", "shelf", "shelf_name"]),
    (.hardcover, ["Title", "Author", "Series", "Status", "Privacy", "Hardcover Book ID", "Date Started", "Rating"]),
    (.calibre, ["author_sort", "authors", "identifiers", "library_name", "pubdate", "title", "title_sort", "uuid"]),
    (
      .openreads, ["title", "subtitle", "author", "status", "deleted", "olid", "book_format", "readings", "date_added"]
    ),
    (.openlibrary, ["Work ID", "Title", "Authors", "First Publish Year", "Edition ID", "Bookshelf", "My Ratings"]),
  ]

  private static func list(_ columns: [String], _ format: ImportFormat) -> String {
    let separator = format == .librarything ? "\t" : ","
    let row = columns.map { Texts.key($0) == "title" ? "Emma" : "" }
    return [columns, row].map { $0.joined(separator: separator) }.joined(separator: "\n")
  }

  @Test("A book needs only a title, and a list only the column of its format", arguments: headers)
  func titleAlone(format: ImportFormat, columns: [String]) throws {
    let mark = try #require(BookTable.Dialect.all.first { $0.format == format }?.columns)
    for column in mark {
      let found = try Read.findings(format, Self.list(["Mood", "TITLE", column], format))
      #expect(
        found.books.map(\.title) == ["Emma"]
          && found.books[0].entry?.status == (format == .calibre ? nil : .wantToRead), "\(column)")
    }
    #expect(try Read.findings(format, Self.list(columns, format)).books.map(\.title) == ["Emma"])
    let unknown = #expect(throws: ImportError.self) { try Read.findings(format, Self.list(["Title", "Mood"], format)) }
    #expect(unknown?.description.contains("column \(mark[0]) is missing") == true)
  }

  @Test("A list of another format is rejected with the name of its format", arguments: headers)
  func otherFormat(format: ImportFormat, columns: [String]) {
    for chosen in ImportFormat.bookLists where chosen != format {
      let error = #expect(throws: ImportError.self) { try Read.findings(chosen, Self.list(columns, format)) }
      #expect(error?.description.contains("choose the format \(format.rawValue)") == true, "\(chosen): \(error as Any)")
    }
    for chosen in [ImportFormat.strava, .koreader, .audiobookshelf, .gpx, .fit, .healthAutoExport] {
      let error = #expect(throws: ImportError.self) { try Read.findings(chosen, Self.list(columns, format)) }
      #expect(error?.description.contains("choose the format \(format.rawValue)") == true, "\(chosen): \(error as Any)")
    }
  }

  @Test("Rejects another table with a one-line message", arguments: ImportFormat.bookLists)
  func rejected(format: ImportFormat) {
    for file in ["", "\u{FEFF}", "a,b\n1,2\n", "{\"title\": 1}", String(repeating: "x", count: 2 << 20)] {
      #expect(throws: ImportError.self) { try Read.findings(format, file) }
    }
    let utf16 = Array("Title\nEmma\n".utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    #expect(throws: ImportError.self) { try Read.findings(format, bytes: [0xFF, 0xFE] + utf16) }
    #expect(throws: ImportError.self) { try Read.findings(format, bytes: utf16) }
    #expect(throws: ImportError.self) {
      try Read.findings(format, "Title\n\"" + String(repeating: "Emma\t,", count: 400_000))
    }
  }

  @Test("Reports a row in a wrong encoding and continues")
  func wrongEncoding() throws {
    let found = try Read.findings(
      .goodreads, bytes: Array("Exclusive Shelf,Title\n,Emma\n,M".utf8) + [0xFC] + Array("ll\n,Beloved\n".utf8))
    #expect(found.books.map(\.title) == ["Emma", "Beloved"] && found.report.problems.map(\.line) == [3])
  }

  @Test("Any prefix of a file is read or rejected, independent of the chunks")
  func cutOff() throws {
    let file = Array("Title,Author,Exclusive Shelf\n\"A \"\"b\"\"\nc\",\"X, Y\",\r\nD,É,to-read\n".utf8)
    for end in 0...file.count {
      let whole = try? Read.findings(.goodreads, bytes: Array(file[..<end]))
      let bytewise = try? Read.findings(.goodreads, bytes: Array(file[..<end]), pieces: 1)
      #expect(whole?.books == bytewise?.books)
    }
    #expect(try Read.findings(.goodreads, bytes: file).books.map(\.title) == ["A \"b\" c", "D"])
  }
}
