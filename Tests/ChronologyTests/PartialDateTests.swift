import Chronology
import Testing

struct PartialDateTests {
  @Test(
    "Texts of years, months and days, with their first and last day",
    arguments: [
      ("2024", "2024-01-01", "2024-12-31"), ("2024-02", "2024-02-01", "2024-02-29"),
      ("2023-12", "2023-12-01", "2023-12-31"), ("2024-05-17", "2024-05-17", "2024-05-17"),
      ("0001", "0001-01-01", "0001-12-31"), ("9999-12", "9999-12-01", "9999-12-31"),
    ])
  func texts(text: String, first: String, last: String) {
    let date = PartialDate(text)
    #expect(date?.description == text)
    #expect(date?.first.description == first && date?.last.description == last)
    #expect((date?.day != nil) == (text.count == 10) && date?.isYear == (text.count == 4))
  }

  @Test(
    "Rejects other texts",
    arguments: ["", "24", "2024-", "2024-13", "2024-00", "2024-02-30", "20240517", "0000", "2024/05"])
  func wrong(text: String) {
    #expect(PartialDate(text) == nil)
  }

  @Test("Compares dates only as far as both are known")
  func order() {
    func isBefore(_ left: String, _ right: String) -> Bool {
      PartialDate(left)!.isCertainlyBefore(PartialDate(right)!)
    }
    #expect(isBefore("2023", "2024") && isBefore("2023-12-31", "2024") && isBefore("2024-04", "2024-05-01"))
    #expect(!isBefore("2024", "2024-05") && !isBefore("2024-05", "2024") && !isBefore("2024-05-01", "2024-05"))
    #expect(!isBefore("2024-05-01", "2024-05-01") && !isBefore("2025", "2024"))
  }
}
