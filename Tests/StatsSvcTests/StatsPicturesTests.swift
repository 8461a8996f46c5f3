import API
import Chronology
import Domain
import Foundation
import Languages
import PDFContent
import Pictures
import Proto
import Testing
import Views

@testable import StatsSvc

@Suite("Pictures and pages of listening, reading and rucks")
struct StatsPicturesTests {
  private let now = SampleHistory.now

  private func pages(_ reply: MediaReply) throws -> String {
    #expect(reply.contentType == MediaType.pdf.rawValue)
    return try PDFContent.text(of: Data(reply.bytes))
  }

  private func text(_ reply: MediaReply, _ type: MediaType = .svg) -> String {
    #expect(reply.contentType == type.rawValue)
    return String(decoding: reply.bytes, as: UTF8.self)
  }

  @Test("A link shows the same picture as the user's own page")
  func shared() throws {
    var view = SampleHistory.view()
    func shown(_ picture: SharedPicture, _ options: ShareOptions = ShareOptions()) throws -> String {
      text(try StatsQueries.drawShared(.init(picture: picture, theme: .dark, options: options))(&view, now))
    }
    #expect(try shown(.activity) == text(try StatsQueries.drawActivity(.init(theme: .dark))(&view, now)()))
    #expect(
      try shown(.activity, .init(range: .year))
        == text(try StatsQueries.drawActivity(.init(range: .year, theme: .dark))(&view, now)()))
    #expect(try shown(.timeline) == text(try StatsQueries.drawTimeline(.init(theme: .dark))(&view, now)))
    #expect(try shown(.rings) == text(try StatsQueries.drawRings(.init(theme: .dark))(&view, now)))
    #expect(try shown(.rucks) == text(try StatsQueries.drawRuckWeeks(.init(theme: .dark))(&view, now)))
    #expect(
      try shown(.review) == text(try StatsQueries.drawReview(.init(year: 2026, theme: .dark))(&view, now)),
      "the year defaults to the current one")
    #expect(
      try shown(.review, .init(year: 1999))
        == text(try StatsQueries.drawReview(.init(year: 1999, theme: .dark))(&view, now)))
    #expect(
      try shown(.review, .init(unit: .miles))
        == text(try StatsQueries.drawReview(.init(year: 2026, unit: .miles, theme: .dark))(&view, now)))
    #expect(
      try shown(.rucks, .init(unit: .miles))
        == text(try StatsQueries.drawRuckWeeks(.init(unit: .miles, theme: .dark))(&view, now)))
    #expect(try shown(.badge).contains("streak") && shown(.badge).contains("2 days"))
  }

  @Test("Pictures of another service are not found")
  func notShared() {
    var view = SampleHistory.view()
    for (picture, metric) in [
      (SharedPicture.radar, nil), (.achievement, nil), (.badge, BadgeMetric.completion),
    ] as [(SharedPicture, BadgeMetric?)] {
      #expect(throws: Fault.notShared) {
        try StatsQueries.drawShared(
          .init(picture: picture, theme: .auto, options: ShareOptions(metric: metric)))(&view, now)
      }
    }
  }

  @Test("The figures of a link have no ids")
  func figures() throws {
    var view = SampleHistory.view()
    for picture in [SharedPicture.activity, .timeline, .rings, .rucks, .review] {
      let figures = try StatsQueries.readShared(.init(picture: picture, options: ShareOptions()))(&view, now)
      #expect(!figures.label.isEmpty && !figures.message.isEmpty && figures.color.utf8.count == 6)
      let bytes = String(decoding: try #require(figures.figures).bytes, as: UTF8.self)
      // Neither ids nor figures that the pictures do not show.
      let hidden = ["hill", "heroId", "workId", "ruckId", "Id", "weightMoved", "averagePace"]
      for name in hidden { #expect(!bytes.contains(name), "\(picture): \(name)") }
      if picture == .review {
        for name in ["busiestDay", "busiestHour", "badges", "heaviestLoad"] { #expect(bytes.contains(name)) }
      }
    }
    let badge = try StatsQueries.readShared(
      .init(picture: .badge, options: ShareOptions(metric: .booksThisYear)))(&view, now)
    #expect(badge.label == "books this year" && badge.message == "1" && badge.figures == nil)
  }

  @Test("Rejects invalid widths and ranges, naming the parameter")
  func rejections() {
    for width in [199, 2_001, 0, -1] {
      #expect(throws: Fault.self) { try StatsQueries.drawActivity(.init(width: width)) }
      #expect(throws: Fault.self) { try StatsQueries.drawReview(.init(year: 2026, width: width)) }
    }
    #expect(throws: Fault.self) { try StatsQueries.drawTimeline(.init(months: 121)) }
    #expect(throws: Fault.self) { try StatsQueries.drawRuckWeeks(.init(weeks: 0)) }
    #expect(throws: Fault.self) { try StatsQueries.printReview(.init(year: 10_000)) }
  }

  @Test("A report has the figures of its timeframe as text", arguments: ReadingTimeframe.allCases)
  func report(timeframe: ReadingTimeframe) throws {
    var view = SampleHistory.view()
    let report = try pages(StatsQueries.printReport(.init(timeframe: timeframe))(&view, now)())
    for words in ["(Books finished)", "(1)", "(5 km)", "(12:00 min/km)", "(4.5 of 5)", "(15 m)", "(2 days)"] {
      #expect(report.contains(words), "\(words)")
    }
  }

  @Test("A report has diversity pictures if it is given the figures")
  func diversity() throws {
    var (view, library) = (SampleHistory.view(), DiversityView())
    let figures = DiversityReport(
      radar: library.radar(.year, axes: DiversityDimension.radar, now: now), completion: library.completion())
    let report = try pages(StatsQueries.printReport(.init(timeframe: .year, diversity: figures))(&view, now)())
    for words in ["(Diversity)", "(Representation radar)", "(Diversity data)", "(Cultural Origin)"] {
      #expect(report.contains(words), "\(words)")
    }
    #expect(try !pages(StatsQueries.printReport(.init(timeframe: .year))(&view, now)()).contains("(Diversity)"))
  }

  @Test("A printed review has the figures of its year, and none for an empty year")
  func review() throws {
    var view = SampleHistory.view()
    let year = try pages(StatsQueries.printReview(.init(year: 2026))(&view, now)())
    for words in ["(2026 in review)", "(moon)", "(Mia)", "(Sea, 1 day)", "(Sea, 30 pages)", "(18 November 2026, 1 h)"] {
      #expect(year.contains(words), "\(words)")
    }
    let empty = try pages(StatsQueries.printReview(.init(year: 1999))(&view, now)())
    #expect(empty.contains("(1999 in review)") && !empty.contains("(Books finished)"))
    let month = try pages(StatsQueries.printMonthReview(.init(year: 2026, month: 11))(&view, now)())
    for words in ["(November 2026 in review)", "(The month)", "(Hero of the month)", "(Mia)", "(Sea, 1 day)"] {
      #expect(month.contains(words), "\(words)")
    }
    #expect(!month.contains("year"))
    let other = try pages(StatsQueries.printMonthReview(.init(year: 2026, month: 10))(&view, now)())
    #expect(other.contains("(October 2026 in review)") && !other.contains("(Books finished)"))
    #expect(year.contains("(The year)") && year.contains("(Hero of the year)"))
  }

  @Test("The card of a month names the month, and that of a year the year")
  func monthCard() throws {
    var view = SampleHistory.view()
    let month = text(try StatsQueries.drawMonthReview(.init(year: 2026, month: 11))(&view, now))
    #expect(month.contains("<title>November 2026 in review</title>") && month.contains("Mia"))
    let year = text(try StatsQueries.drawReview(.init(year: 2026))(&view, now))
    #expect(year.contains("<title>2026 in review</title>"))
    let empty = text(try StatsQueries.drawMonthReview(.init(year: 2026, month: 2, unit: .miles))(&view, now))
    #expect(empty.contains("February 2026 in review") && empty.contains("Nothing recorded yet."))
  }

  @Test("A report and a card are in the language of the call")
  func languages() throws {
    var view = SampleHistory.view()
    let german = try pages(StatsQueries.printReport(.init(timeframe: .year, lang: .german))(&view, now)())
    for words in [#"(Gelesene B\374cher)"#, "(4,5 von 5)", "(15 min)", "(2 Tage)", "(Erfolge)", "Waymark-Bericht"] {
      #expect(german.contains(words), "\(words)")
    }
    let french = try pages(StatsQueries.printReview(.init(year: 2026, lang: .french))(&view, now)())
    for words in [#"(R\351trospective 2026)"#, "(Sea, 1 jour)", "(18 novembre 2026, 1 h)"] {
      #expect(french.contains(words), "\(words)")
    }
    let card = text(try StatsQueries.drawMonthReview(.init(year: 2026, month: 11, lang: .spanish))(&view, now))
    #expect(card.contains("<title>Resumen de noviembre de 2026</title>"))
    let badge = try StatsQueries.readShared(
      .init(picture: .badge, options: ShareOptions(metric: .booksThisYear), lang: .german))(&view, now)
    #expect(badge.label == "Bücher in diesem Jahr" && badge.message == "1")
  }

  @Test(
    "Formats minutes", arguments: [(0.0, "0 m"), (59.9, "59 m"), (60, "1 h"), (125, "2 h 5 m"), (60_000, "1,000 h")])
  func words(minutes: Double, expected: String) {
    #expect(ReportWords(nil).minutes(minutes) == expected)
  }

  @Test("Formats a pace as minutes and seconds, and numbers with at most one decimal")
  func numbers() {
    #expect(ReportWords(nil).pace(12.99) == "12:59 min/km" && ReportWords(nil).pace(8.5) == "8:30 min/km")
    #expect(ReportWords(nil).pace(nil) == "none" && ReportWords(nil).pace(.infinity) == "none")
    #expect(ReportWords(nil).number(1_234.56) == "1,234.6" && ReportWords(nil).number(3) == "3")
    #expect(ReportWords(nil).count(-1_234_567) == "-1,234,567" && ReportWords(nil).days(1) == "1 day")
  }
}
