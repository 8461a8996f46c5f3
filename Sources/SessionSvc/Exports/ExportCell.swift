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
    case .text(let text): Self.field(text)
    case .list(let texts): Self.field(texts.joined(separator: "; "))
    case .integer, .number, .flag: json.json
    case .objects(let objects): Self.field(objects.map(\.text).joined(separator: "; "))
    case .object(let object): Self.field(object.text)
    }
  }

  private static func json(_ object: Object) -> JSONValue {
    .object(object.members.map { ($0.name, $0.cell.json) })
  }

  /// A spreadsheet may run a text that starts with one of these as a formula. A leading apostrophe prevents it.
  private static let formulaBeginnings: [UInt8] = Array("=+-@\t\r\n".utf8)

  private static func field(_ text: String) -> String {
    var text = text
    if let first = text.utf8.first, formulaBeginnings.contains(first) { text = "'" + text }
    guard text.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0D || $0 == 0x0A }) else { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      quoted.unicodeScalars.append(scalar)
      if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
    }
    return quoted + "\""
  }
}
