import Chronology

extension YearReview.Reading {
  init?(_ span: CalendarSpan, of fold: inout ReadingFold) {
    let tally = fold.finished(from: span.first, to: span.last)
    (books, works, rereads, undated) = (tally.books, tally.works, tally.rereads, tally.undated)
    byFormat = tally.byFormat
    (pages, minutes) = fold.sessions.days.read(from: span.first, to: span.last)
    // Every session of at least one second touches a day.
    longestStreak =
      fold.sessions.days.streaks(from: span.first, to: span.last, restDays: fold.restDays.upTo(span.last)).longest
    topGenres = ReadingInsights.Genres(tally.genres, names: fold.names.genres).top
    culturesExplored = tally.culturesExplored
    let finished = fold.finishedBooks(from: span.first, to: span.last)
    fastestBook = YearReview.FastestBook(of: finished, in: &fold)
    longestBook = YearReview.LongestBook(of: finished, in: fold)
    if books == 0, pages == 0, minutes == 0, longestStreak == 0 { return nil }
  }
}

extension YearReview.FastestBook {
  /// Fewest days, then the one finished earlier, then the smaller id. Only reads whose start and finish are known to
  /// the day count. A read starts with its first session before the finish, or else on its own date.
  init?(of finished: [(number: UInt32, book: Book, finishes: [Finish])], in fold: inout ReadingFold) {
    let calendar = fold.calendar
    var offers: [(number: UInt32, read: BookRead, window: ReadWindow)] = []
    // Listening has no reading sessions.
    let none = ReadWindow(after: .max, upTo: .min)
    for (number, book, finishes) in finished {
      let windows = book.reads.windows(in: calendar)
      for finish in finishes where finish.read.finish?.day(in: calendar) != nil {
        let window = windows.first { $0.read.id == finish.read.id }?.window ?? none
        let end = finish.read.finish?.end(in: calendar) ?? .max
        offers.append((number, finish.read, ReadWindow(after: window.after, upTo: min(window.upTo, end))))
      }
    }
    let starts = fold.firstStarts(of: offers.map { ($0.number, $0.window) })
    var best: (days: Int, at: Int64, id: String, title: String)?
    for (offer, start) in zip(offers, starts) {
      let first = start.map { calendar.day(of: Instant(seconds: $0)) } ?? offer.read.start?.day(in: calendar)
      guard let first, let last = offer.read.finish?.day(in: calendar), first <= last else { continue }
      let id = fold.books.id(offer.number)
      let end = offer.read.finish?.end(in: calendar) ?? .max
      let own = (days: max(1, last - first), at: end, id: id, title: fold.books[offer.number].title)
      if let best, (best.days, best.at, best.id) < (own.days, own.at, own.id) { continue }
      best = own
    }
    guard let best else { return nil }
    self.init(id: best.id, title: best.title, days: best.days)
  }
}

extension YearReview.LongestBook {
  /// Most pages, then the one finished earlier, then the smaller id. Books without a page count do not count.
  init?(of finished: [(number: UInt32, book: Book, finishes: [Finish])], in fold: ReadingFold) {
    var best: (pages: UInt32, at: Int64, id: String, title: String)?
    for (number, book, finishes) in finished where book.pageCount > 0 {
      guard let end = finishes.compactMap({ $0.read.finish?.end(in: fold.calendar) }).min() else { continue }
      let offer = (pages: book.pageCount, at: end, id: fold.books.id(number), title: book.title)
      if let best, (offer.pages, best.at, best.id) < (best.pages, offer.at, offer.id) { continue }
      best = offer
    }
    guard let best else { return nil }
    self.init(id: best.id, title: best.title, pageCount: Int(best.pages))
  }
}
