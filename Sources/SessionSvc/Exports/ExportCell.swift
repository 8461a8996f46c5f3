import Chronology
import JSON

/// One value of an exported row, for both formats.
indirect enum ExportCell {
  /// A value with members in JSON and a text in CSV.
  struct Object {
    var text = ""
    var members: [(name: String, cell: ExportCell)]
  }

  case nothing
  case text(String)
  case list([String])
  case integer(Int)
  case number(Double)
  case flag(Bool)
  case objects([Object])
  case object(Object)

  static func optional(_ text: String?) -> ExportCell { text.map { .text($0) } ?? .nothing }
  static func optional(_ number: Int?) -> ExportCell { number.map { .integer($0) } ?? .nothing }
  static func optional(_ number: Double?) -> ExportCell { number.map { .number($0) } ?? .nothing }
  static func instant(_ instant: Instant?) -> ExportCell { .optional(instant?.description) }

  var json: JSONValue {
    switch self {
    case .nothing: .null
    case .text(let text): .text(text)
    case .list(let texts): .list(texts.map { .text($0) })
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .flag(let flag): .bool(flag)
    case .objects(let objects): .list(objects.map(Self.json))
    case .object(let object): Self.json(object)
    }
  }

  /// The CSV form (RFC 4180). Only texts come from users, so only texts can look like a formula.
  var csv: String {
    switch self {
    case .nothing: ""
    case .text(let text): CSVText.cell(text)
    case .list(let texts): CSVText.cell(texts.joined(separator: "; "))
    case .integer, .number, .flag: json.json
    case .objects(let objects): CSVText.cell(objects.map(\.text).joined(separator: "; "))
    case .object(let object): CSVText.cell(object.text)
    }
  }

  private static func json(_ object: Object) -> JSONValue {
    .object(object.members.map { ($0.name, $0.cell.json) })
  }
}
