import API
import Chronology
import Domain
import Testing

@testable import Import

@Suite("Calibre, Openreads and Open Library")
struct LibraryListTests {
  @Test("Calibre: reads works with their identifiers and no library entry")
  func calibre() throws {
    let file = """
      author_sort,authors,comments,cover,formats,id,identifiers,isbn,languages,library_name,pubdate,publisher,rating,\
      series,series_index,size,tags,timestamp,title,title_sort,uuid
      "Austen, Jane",Jane Austen & Ann Other,"long, text",,epub,1,"isbn:9780141439587,goodreads:6969,amazon:B0",\
      9780141439587,eng,Books,1815-12-23T00:00:00+00:00,,8,,,1,"Fiction, Classics",2020-01-01T00:00:00+00:00,Emma,Emma,u
      Someone,Someone,,,,2,,,,Books,0101-01-01T00:00:00+00:00,,,,,1,,2020-01-01T00:00:00+00:00,Undated,Undated,v
      """
    let books = try Read.findings(.calibre, file).books
    #expect(books.map(\.title) == ["Emma", "Undated"] && books.map(\.entry) == [nil, nil])
    #expect(books[0].authors == ["Jane Austen", "Ann Other"] && books[0].genres == ["Fiction", "Classics"])
    #expect(books[0].identifiers == ["isbn:9780141439587", "goodreads:6969"] && books[0].language == "eng")
    #expect(books.map(\.publishedYear) == [1_815, nil])
  }

  @Test("Openreads: reads the readings of a book, its status and its rating; the bin is rejected")
  func openreads() throws {
    let file = """
      title,subtitle,author,description,status,favourite,deleted,rating,pages,publisher,publication_year,isbn,olid,\
      tags,my_review,notes,book_format,readings,date_added,date_modified
      Emma,,Jane Austen,,finished,true,false,4.5,474,,1815,9780141439587,OL2M,,,,ebook,2020-01-02T00:00:00.000|\
      2020-01-05T00:00:00.000|;2023-05-01T00:00:00.000|2023-05-06T00:00:00.000|3600000,2019-01-01T10:00:00.000,
      Beloved,,Toni Morrison,,in_progress,false,false,,324,,,,,,,,,2024-01-01T00:00:00.000||,2019-01-01T10:00:00.000,
      Someday,,A,,planned,false,false,,,,,,,,,,,,2019-01-01T10:00:00.000,
      Stopped,,A,,abandoned,false,false,,,,,,,,,,,,2019-01-01T10:00:00.000,
      Binned,,A,,finished,false,true,,,,,,,,,,,,2019-01-01T10:00:00.000,
      """
    let found = try Read.findings(.openreads, file)
    #expect(found.books.map { $0.entry?.status } == [.finished, .reading, .wantToRead, .abandoned])
    #expect(found.books[0].entry?.rating == 4.5 && found.books[0].publishedYear == 1_815)
    #expect(found.books[0].entry?.spans == ["2020-01-02 to 2020-01-05", "2023-05-01 to 2023-05-06"])
    #expect(found.books[1].entry?.spans == ["from 2024-01-01"])
    #expect(found.books[0].identifiers == ["isbn:9780141439587", "openlibrary:OL2M"])
    #expect(found.report.problems.map(\.line) == [6])
  }

  @Test("Open Library: reads shelves, ratings and the numbers of work and edition")
  func openLibrary() throws {
    let file = """
      Work ID,Title,Authors,First Publish Year,Edition ID,Edition Count,Bookshelf,My Ratings,Ratings Average,\
      Ratings Count,Has Ebook,Subjects,Subject People,Subject Places,Subject Times
      OL1W,Emma,Jane Austen,1815,OL2M,12,Currently Reading,4,4.2,900,true,Fiction,,,
      OL3W,Beloved,Toni Morrison,1987,,3,Want to Read,,4.1,10,false,,,,
      """
    let books = try Read.findings(.openlibrary, file).books
    #expect(books.map { $0.entry?.status } == [.reading, .wantToRead] && books.map { $0.entry?.rating } == [4, nil])
    #expect(books.map(\.identifiers) == [["openlibrary:OL1W", "openlibrary:OL2M"], ["openlibrary:OL3W"]])
    #expect(books.map(\.publishedYear) == [1_815, 1_987])
    #expect(ReadingStatus(openLibraryShelf: "Already Read") == .finished)
    // The log of 2021 and earlier has no titles.
    #expect(throws: ImportError.self) { try Read.findings(.openlibrary, "Work Id,Edition Id,Bookshelf\nOL1W,,x\n") }
  }
}
