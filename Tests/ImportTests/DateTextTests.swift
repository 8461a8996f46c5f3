import Chronology
import Domain
import Service
import Testing

@testable import Import

@Suite("Dates, numbers and ISBNs")
struct DateTextTests {
  @Test(
    "Parses the date formats of exports",
    arguments: [
      ("2023/05/01", "2023-05-01T00:00:00Z"), ("2023-05-01", "2023-05-01T00:00:00Z"),
      ("5/1/23", "2023-05-01T00:00:00Z"), ("12/31/1999", "1999-12-31T00:00:00Z"),
      ("31/12/1999", "1999-12-31T00:00:00Z"), ("1.5.2023", "2023-05-01T00:00:00Z"), ("2023", "2023-01-01T00:00:00Z"),
      ("2023/05", "2023-05-01T00:00:00Z"), ("May 1, 2023, 10:00:00 PM", "2023-05-01T22:00:00Z"),
      ("1 mai 2023 à 10:05", "2023-05-01T10:05:00Z"), ("21.07.2026, 15:09:27", "2026-07-21T15:09:27Z"),
      ("2023-05-01 10:00:00 +0200", "2023-05-01T08:00:00Z"), ("2023-05-01T10:00:00.123Z", "2023-05-01T10:00:00Z"),
      ("2023-05-01T10:00:00+05:30", "2023-05-01T04:30:00Z"), ("1. März 2023", "2023-03-01T00:00:00Z"),
      ("5 mrt. 2023 22:13:20", "2023-03-05T22:13:20Z"), ("14. nov. 2023 22.13.20", "2023-11-14T22:13:20Z"),
      ("14.11.2023 klo 22.13", "2023-11-14T22:13:00Z"), ("14.11.2023, 22.13.20", "2023-11-14T22:13:20Z"),
      ("2023 05.01", "2023-05-01T00:00:00Z"), ("5. jan. 2023", "2023-01-05T00:00:00Z"),
      ("5. marts 2023", "2023-03-05T00:00:00Z"),
      ("5. Jän. 2023", "2023-01-05T00:00:00Z"), ("2023. 11. 14.", "2023-11-14T00:00:00Z"),
      ("12 août 2023, 00:00:00", "2023-08-12T00:00:00Z"), ("May 1, 2023, 12:00 AM", "2023-05-01T00:00:00Z"),
    ])
  func dates(text: String, instant: String) {
    let calendar = LocalCalendar(zone: .utc)
    #expect(DateText(text)?.instant(calendar) == Instant(instant))
  }

  @Test(
    "An ambiguous time is the first one, and a skipped time is the instant of the clock change",
    arguments: [
      ("Europe/Berlin", "2023-10-29 02:30:00", "2023-10-29T00:30:00Z"),
      ("America/New_York", "2023-11-05 01:30:00", "2023-11-05T05:30:00Z"),
      ("Europe/Berlin", "2023-03-26 02:30:00", "2023-03-26T01:00:00Z"),
      ("America/New_York", "2023-03-12 02:30:00", "2023-03-12T07:00:00Z"),
      ("Europe/Berlin", "2023-07-01 12:00:00", "2023-07-01T10:00:00Z"),
    ])
  func changesOfClocks(zone: String, text: String, instant: String) {
    let calendar = Zones().calendar(zone: zone, dayStart: 0)
    #expect(DateText(text)?.instant(calendar) == Instant(instant))
  }

  @Test(
    "Rejects invalid dates",
    arguments: ["", "x", "2023/13/01", "2023/02/30", "1/2", "25:00", "2023-05-01 25:00", "99999"])
  func noDates(text: String) {
    #expect(DateText(text) == nil)
  }

  @Test("Parses numbers with points, commas and thousands separators")
  func numbers() {
    #expect(Texts.number("1,5") == 1.5 && Texts.number("1.5") == 1.5 && Texts.number("1.234,5") == 1_234.5)
    #expect(Texts.number("1,234.5") == 1_234.5 && Texts.number("1.234.567") == 1_234_567 && Texts.number("-3") == -3)
    #expect(Texts.number("12 km") == nil && Texts.number("") == nil && Texts.number("nan") == nil)
  }

  @Test("Parses ISBNs of both lengths with surrounding characters")
  func isbn() {
    #expect(ISBN("0-14-143958-0")?.digits == "9780141439587" && ISBN("=\"9780141439587\"")?.digits == "9780141439587")
    #expect(ISBN("015602760X") == nil && ISBN("0156027607")?.digits == "9780156027601")
    for text in ["", "[]", "9780141439588", "0000000000", "9780000000000", "uid-12", "97801414395871"] {
      #expect(ISBN(text) == nil)
    }
  }
}
