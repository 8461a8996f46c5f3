import API
import Chronology
import Domain
import JSON

/// Writes the months of a user as text. There are few enough to write them in one chunk.
enum MonthsExport {
  private static let columns = [
    "month", "books", "pages", "minutes", "cultures", "listeningSeconds", "rucks", "distance",
  ]

  static func text(_ months: [MonthFigures], as format: SessionAPI.ExportFormat) -> String {
    switch format {
    case .csv:
      return ([columns] + months.map(cells)).map { $0.joined(separator: ",") + "\r\n" }.joined()
    case .json:
      var writer = JSONWriter()
      writer.list { writer in
        for month in months {
          writer.breakLine()
          writer.object { writer in
            for (name, cell) in zip(columns, cells(month)) {
              // All cells but the month are numbers.
              writer.member(name, name == "month" ? .text(cell) : .raw([UInt8](cell.utf8)))
            }
          }
        }
        writer.breakLine()
      }
      writer.endText()
      return writer.text
    }
  }

  private static func cells(_ month: MonthFigures) -> [String] {
    [
      String(month.month.description.dropLast(3)), "\(month.books)", "\(month.pages)", "\(month.minutes)",
      "\(month.cultures)", shortest(month.listeningSeconds), "\(month.rucks)", shortest(month.distance),
    ]
  }

  private static func shortest(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }
}
