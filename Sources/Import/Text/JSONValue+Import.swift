import JSON

extension JSONValue {
  /// Parses an element of an imported file. Returns nil if it is not valid JSON or is nested too deeply.
  init?(_ element: [UInt8]) {
    self.init(parsing: element, depthLimit: ImportLimits.jsonDepth)
  }

  /// The number, also from a text that contains a number.
  var number: Double? {
    switch self {
    case .number(let number): number
    case .integer(let number): Double(number)
    case .text(let text): Texts.number(text)
    case .null, .bool, .list, .object, .raw: nil
    }
  }
}
