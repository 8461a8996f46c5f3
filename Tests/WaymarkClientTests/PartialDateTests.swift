import Foundation
import Testing
import WaymarkClient

@Suite("Partial dates")
struct PartialDateTests {
  @Test(
    "Parses and formats dates as far as they are known",
    arguments: [
      ("2019", PartialDate.year(2019)), ("0987", .year(987)), ("2019-05", .month(CalendarMonth(year: 2019, month: 5))),
      ("2024-02-29", .day(CalendarDay(year: 2024, month: 2, day: 29))),
    ])
  func roundTrip(text: String, date: PartialDate) throws {
    #expect(PartialDate(text) == date && date.description == text)
    let json = try JSONEncoder().encode([date])
    #expect(String(decoding: json, as: UTF8.self) == "[\"\(text)\"]")
    #expect(try JSONDecoder().decode([PartialDate].self, from: json) == [date])
    #expect(date.year == Int(text.prefix(4)))
  }

  @Test(
    "Rejects text that is not a date",
    arguments: ["", "19", "2019-5", "2019-13", "2019-02-30", "2019-05-17T00:00:00Z", "+019", "20190", "2019/05"])
  func refusal(text: String) {
    #expect(PartialDate(text) == nil)
    let json = Data("[\"\(text)\"]".utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([PartialDate].self, from: json) }
  }

  @Test("Shows a date as far as it is known")
  func shown() {
    let words = Formatters(locale: Locale(identifier: "en_US"))
    #expect(words.date(PartialDate("2019-05-17")) == "May 17, 2019")
    #expect(words.date(PartialDate("2019-05")) == "May 2019")
    #expect(words.date(PartialDate("2019")) == "2019")
    #expect(words.date(nil) == Formatters.nothing)
  }
}
