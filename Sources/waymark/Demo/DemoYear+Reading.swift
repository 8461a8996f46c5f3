import API
import Chronology
import Domain

/// Reading: one book after the other on most evenings, and the diversity values of the books.
extension DemoYear {
  private static let subject: UInt64 = 2
  private static let ratingSubject: UInt64 = 3
  private static let answerSubject: UInt64 = 4
  private static let streakDays = 9
  private static let abandonedPage = 61

  /// The current book.
  private struct OpenBook {
    var place: Int
    var page = 0
    var begun: Instant?
    var isDone = false

    var work: Work { DemoBooks.all[place].work }
    var pageCount: Int { work.pageCount ?? 1 }
  }

  mutating func read() {
    works = DemoBooks.all.map(\.work)
    var book = OpenBook(place: 0)
    for daysAgo in (0..<Self.days).reversed() {
      var random = DemoRandom(Self.subject, daysAgo)
      let isQuiet = random.happens(20) && daysAgo >= Self.streakDays
      if isQuiet { continue }
      let isAway = Self.holiday.contains(daysAgo)
      if daysAgo == 0 || random.happens(12) {
        read(&book, from: at(daysAgo, minute: 740), pages: random.number(6...12), pace: random.number(32...46))
      }
      let pages = isAway ? random.number(40...70) : random.number(16...36)
      read(
        &book, from: at(daysAgo, minute: 1_275 + random.number(0...25)), pages: pages, pace: random.number(32...46))
    }
    keep(book)
    for wanted in DemoBooks.all.suffix(DemoBooks.wanted) {
      entries.append(SessionAPI.SaveEntry(workId: wanted.work.id, status: .wantToRead))
    }
  }

  private mutating func read(_ book: inout OpenBook, from start: Instant, pages: Int, pace: Int) {
    let endPage = min(book.pageCount, book.page + pages)
    let end = start + Int64((endPage - book.page) * 3_600 / pace)
    guard !book.isDone, end <= now else { return }
    readings.append(
      ReadingSession(
        workId: book.work.id, startedAt: start, endedAt: end, startPage: book.page, endPage: endPage))
    book.begun = book.begun ?? start
    book.page = endPage
    if book.place == DemoBooks.abandoned, endPage >= Self.abandonedPage {
      entries.append(
        SessionAPI.SaveEntry(
          workId: book.work.id, status: .abandoned, currentPage: endPage, rating: 2.5, startedAt: book.begun))
    } else if endPage == book.pageCount {
      var random = DemoRandom(Self.ratingSubject, book.place)
      entries.append(
        SessionAPI.SaveEntry(
          workId: book.work.id, status: .finished, currentPage: endPage, rating: Double(random.number(6...10)) / 2,
          startedAt: book.begun, finishedAt: end))
    } else {
      return
    }
    let next = book.place + 1
    if next < DemoBooks.all.count - DemoBooks.wanted { book = OpenBook(place: next) } else { book.isDone = true }
  }

  private mutating func keep(_ book: OpenBook) {
    guard !book.isDone else { return }
    entries.append(
      SessionAPI.SaveEntry(
        workId: book.work.id, status: .reading, currentPage: book.page, startedAt: book.begun))
  }

  /// Adds values for most dimensions of most books.
  mutating func describe() {
    let begun = Set(readings.map(\.workId))
    for (place, book) in DemoBooks.all.enumerated() where begun.contains(book.work.id) {
      var random = DemoRandom(Self.answerSubject, place)
      let isTranslated = book.work.originalLanguage != book.work.language
      let values: [(DiversityDimension, String, percent: Int)] = [
        (.culturalOrigin, book.culture, 96), (.gender, book.gender, 94),
        (.translation, isTranslated ? "Translated" : "Original Language", 90),
        (.ownVoices, book.isOwnVoices ? "Own Voices" : "Not Own Voices", 82),
        (.accessibility, random.happens(30) ? "Accessible" : "Standard", 72), (.geography, book.geography, 80),
      ]
      for (dimension, value, percent) in values where random.happens(percent) {
        answers.append(Answer(workId: book.work.id, dimension: dimension, value: value))
      }
    }
  }
}
