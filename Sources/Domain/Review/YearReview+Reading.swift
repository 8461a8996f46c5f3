import Chronology

extension YearReview.Reading {
  init?(_ year: CalendarYear, of fold: inout ReadingFold) {
    let tally = fold.finished(from: year.first, to: year.last)
    books = tally.books
    (pages, minutes) = fold.days.read(from: year.first, to: year.last)
    // Every session of at least one second touches a day.
    longestStreak =
      fold.days.streaks(from: year.first, to: year.last, restDays: fold.restDays.upTo(year.last)).longest
    topGenres = ReadingInsights.Genres(tally.genres, names: fold.names.genres).top
    culturesExplored = tally.culturesExplored
    let finished = fold.finishedBooks(from: year.first, to: year.last)
    fastestBook = YearReview.FastestBook(of: finished, in: &fold)
    longestBook = YearReview.LongestBook(of: finished, in: fold)
    if books == 0, pages == 0, minutes == 0, longestStreak == 0 { return nil }
  }
}

extension YearReview.FastestBook {
  /// Fewest days, then the one finished earlier, then the smaller id. Books without a session before they were finished
  /// do not count.
  init?(of finished: [(number: UInt32, book: Book)], in fold: inout ReadingFold) {
    var best: (days: Int, at: Int64, id: String, title: String)?
    for (number, book) in finished {
      guard let end = book.finishedAt, let start = fold.firstStart(of: number), start <= end else { continue }
      let days = fold.calendar.day(of: Instant(seconds: end)) - fold.calendar.day(of: Instant(seconds: start))
      let offer = (days: max(1, days), at: end, id: fold.books.id(number), title: book.title)
      if let best, (best.days, best.at, best.id) < (offer.days, offer.at, offer.id) { continue }
      best = offer
    }
    guard let best else { return nil }
    self.init(id: best.id, title: best.title, days: best.days)
  }
}

extension YearReview.LongestBook {
  /// Most pages, then the one finished earlier, then the smaller id. Books without a page count do not count.
  init?(of finished: [(number: UInt32, book: Book)], in fold: ReadingFold) {
    var best: (pages: UInt32, at: Int64, id: String, title: String)?
    for (number, book) in finished where book.pageCount > 0 {
      guard let end = book.finishedAt else { continue }
      let offer = (pages: book.pageCount, at: end, id: fold.books.id(number), title: book.title)
      if let best, (offer.pages, best.at, best.id) < (best.pages, offer.at, offer.id) { continue }
      best = offer
    }
    guard let best else { return nil }
    self.init(id: best.id, title: best.title, pageCount: Int(best.pages))
  }
}
