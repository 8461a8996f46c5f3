import API
import JSON

/// One page of an export. The first page starts with a header line or bracket; the last one ends with a bracket.
struct ExportPage {
  private let format: SessionAPI.ExportFormat
  /// The columns of the format, with their index in a row.
  private let columns: [(place: Int, name: String)]
  private var csv: [UInt8] = []
  private var json: JSONWriter

  /// `isFirst` is true for the first page.
  init(_ format: SessionAPI.ExportFormat, columns: [ExportColumn], isFirst: Bool) {
    self.format = format
    self.columns = columns.enumerated().filter { $1.formats.contains(format) }.map { ($0, $1.name) }
    json = JSONWriter(isAfterValue: !isFirst)
    guard isFirst else { return }
    switch format {
    case .csv: appendLine(self.columns.map(\.name))
    case .json: json.beginList()
    }
  }

  var bytes: [UInt8] { format == .csv ? csv : json.bytes }
  var isFull: Bool { (format == .csv ? csv.count : json.bytes.count) >= SessionLimits.exportBytes }

  mutating func append(_ cells: [ExportCell]) {
    switch format {
    case .csv: appendLine(columns.map { cells[$0.place].csv })
    case .json:
      let columns = columns
      json.breakLine()
      json.object { json in
        for column in columns { json.member(column.name, cells[column.place].json) }
      }
    }
  }

  mutating func finish() {
    guard format == .json else { return }
    json.breakLine()
    json.endList()
    json.endText()
  }

  private mutating func appendLine(_ fields: [String]) {
    csv.append(contentsOf: (fields.joined(separator: ",") + "\r\n").utf8)
  }
}
