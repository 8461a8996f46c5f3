import API

/// One helping of an export on its way to being bytes: a header line or a bracket before all, a bracket behind.
struct ExportHelping {
  private let format: SessionAPI.ExportFormat
  private var isFirstRow: Bool
  private(set) var bytes: [UInt8] = []

  /// `isFirst`: nothing was handed out before.
  init(_ format: SessionAPI.ExportFormat, columns: [String], isFirst: Bool) {
    self.format = format
    isFirstRow = isFirst
    guard isFirst else { return }
    switch format {
    case .csv: append(columns.joined(separator: ",") + "\r\n")
    case .json: append("[")
    }
  }

  var isFull: Bool { bytes.count >= SessionLimits.exportBytes }

  mutating func append(columns: [String], _ cells: [ExportCell]) {
    switch format {
    case .csv: append(cells.map(\.csv).joined(separator: ",") + "\r\n")
    case .json:
      let members = zip(columns, cells).map { "\"\($0)\":\($1.json)" }
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
