import API
import Chronology
import Domain
import Service

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
      let objects = months.map { month in
        let members = zip(columns, cells(month)).map { name, cell in
          "\"\(name)\":" + (name == "month" ? JSONText.quoted(cell) : cell)
        }
        return "\n{" + members.joined(separator: ",") + "}"
      }
      return "[" + objects.joined(separator: ",") + "\n]\n"
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
