import API

/// One page of an export on its way to being bytes: a header line or a bracket before all, a bracket behind.
struct ExportPage {
  private let format: SessionAPI.ExportFormat
  /// Those of the format, by their places in a row.
  private let columns: [(place: Int, name: String)]
  private var isFirstRow: Bool
  private(set) var bytes: [UInt8] = []

  /// `isFirst`: nothing was handed out before.
  init(_ format: SessionAPI.ExportFormat, columns: [ExportColumn], isFirst: Bool) {
    self.format = format
    self.columns = columns.enumerated().filter { $1.formats.contains(format) }.map { ($0, $1.name) }
    isFirstRow = isFirst
    guard isFirst else { return }
    switch format {
    case .csv: append(self.columns.map(\.name).joined(separator: ",") + "\r\n")
    case .json: append("[")
    }
  }

  var isFull: Bool { bytes.count >= SessionLimits.exportBytes }

  mutating func append(_ cells: [ExportCell]) {
    switch format {
    case .csv: append(columns.map { cells[$0.place].csv }.joined(separator: ",") + "\r\n")
    case .json:
      let members = columns.map { "\"\($0.name)\":\(cells[$0.place].json)" }
      append((isFirstRow ? "\n{" : ",\n{") + members.joined(separator: ",") + "}")
    }
    isFirstRow = false
  }

  mutating func finish() {
    if format == .json { append("\n]\n") }
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }
}
