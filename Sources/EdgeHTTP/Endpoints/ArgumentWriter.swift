import API
import Chronology
import Proto

/// Writes the path and query parameters into the call's argument, each with its type.
struct ArgumentWriter {
  private let inPath: [Parameter]
  private let inQuery: [Parameter]
  private let ignoresOtherQueries: Bool
  /// Names that the body must not override.
  private(set) var names: [[UInt8]] = []

  init(inPath: [Parameter], inQuery: [Parameter], ignoresOtherQueries: Bool = false) {
    self.inPath = inPath
    self.inQuery = inQuery
    self.ignoresOtherQueries = ignoresOtherQueries
  }

  /// Validates path and query before the body is read.
  mutating func write(
    _ bytes: Span<UInt8>, path: PathParameters, query: Range<Int>?, into writer: inout CBORWriter
  ) throws(RequestProblem) {
    var index = 0
    for parameter in inPath {
      guard let value = PercentCoding.decode(bytes, path[index]) else {
        throw .malformed("the path contains a malformed percent-escape")
      }
      index += 1
      try put(parameter, value, into: &writer)
    }
    guard let query else { return }
    try ArgumentWriter.forEachPair(bytes, query) { name, value throws(RequestProblem) in
      guard let parameter = inQuery.first(where: { $0.bytes == name }) else {
        if ignoresOtherQueries { return }
        throw .unknownQuery(name)
      }
      guard !names.contains(name) else { throw .query(parameter.name, "is repeated; send it once") }
      try put(parameter, value, into: &writer)
    }
  }

  /// Writes a member that path, query and body cannot set.
  mutating func write(_ name: String, _ value: String?, into writer: inout CBORWriter) {
    names.append([UInt8](name.utf8))
    writer.text(name)
    if let value { writer.text(value) } else { writer.null() }
  }

  /// Writes a member unless the query has set it.
  mutating func writeDefault(_ name: String, _ value: String, into writer: inout CBORWriter) {
    if !names.contains(where: { $0.elementsEqual(name.utf8) }) { write(name, value, into: &writer) }
  }

  /// Calls `body` with the decoded names and values, in order.
  static func forEachPair(
    _ bytes: Span<UInt8>, _ query: Range<Int>,
    _ body: (_ name: [UInt8], _ value: [UInt8]) throws(RequestProblem) -> Void
  ) throws(RequestProblem) {
    var start = query.lowerBound
    var count = 0
    while start < query.upperBound {
      let end = bytes.first(0x26, in: start..<query.upperBound) ?? query.upperBound
      if end > start {
        let equals = bytes.first(0x3D, in: start..<end)
        guard let name = PercentCoding.decode(bytes, start..<(equals ?? end), plusIsSpace: true),
          let value = PercentCoding.decode(bytes, (equals.map { $0 + 1 } ?? end)..<end, plusIsSpace: true),
          UTF8Sequence.isValid(name), UTF8Sequence.isValid(value)
        else { throw .malformed("the query contains a malformed percent-escape or is not UTF-8") }
        try body(name, value)
      }
      count += 1
      guard count <= Limits.queryParameters else { throw .malformed("the query has too many parameters") }
      start = end + 1
    }
  }

  private mutating func put(
    _ parameter: Parameter, _ value: [UInt8], into writer: inout CBORWriter
  ) throws(RequestProblem) {
    names.append(parameter.bytes)
    writer.text(parameter.name)
    let text = String(decoding: value, as: UTF8.self)
    switch parameter.kind {
    case .id, .name:
      guard Bytes.isID(value) else {
        throw .value(of: parameter, "must be 1 to 128 characters of A-Z a-z 0-9 . _ : -, not . or ..")
      }
    case .userId:
      guard Bytes.isUser(value) else {
        throw .value(of: parameter, "must be 1 to 128 characters of A-Z a-z 0-9 . _ : @ | -, not . or ..")
      }
    case .cursor:
      guard value.count <= Limits.cursorBytes else {
        throw .value(of: parameter, "is not a cursor of this list; use nextCursor of the previous page")
      }
    case .list: break
    case .day:
      guard Day(text) != nil else { throw .value(of: parameter, "must be a day such as 2026-11-20") }
    case .choice(let choices):
      guard choices.contains(text) else {
        throw .value(of: parameter, "must be one of \(choices.joined(separator: ", "))")
      }
    case .text:
      guard text.unicodeScalars.count <= Limits.searchCharacters else {
        throw .value(of: parameter, "must be at most \(Limits.searchCharacters) characters")
      }
    case .words(let lengths):
      guard lengths.contains(text.unicodeScalars.count) else {
        throw .value(of: parameter, "must have \(lengths.lowerBound) to \(lengths.upperBound) characters")
      }
    case .opaque:
      guard value.count <= Limits.opaqueBytes else {
        throw .value(of: parameter, "must be at most \(Limits.opaqueBytes) bytes")
      }
    case .flag:
      guard text == "true" || text == "false" else { throw .value(of: parameter, "must be true or false") }
      return writer.bool(text == "true")
    case .integer(let range):
      guard let number = ArgumentWriter.integer(value), range.contains(number) else {
        throw .value(of: parameter, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      return writer.integer(Int64(number))
    case .month:
      guard value.count == 2, let number = ArgumentWriter.integer(value), (1...12).contains(number) else {
        throw .value(of: parameter, "must be from 01 to 12, with two digits")
      }
      return writer.integer(Int64(number))
    case .number(let range):
      guard let number = ArgumentWriter.number(value, text), range.contains(number) else {
        throw .value(of: parameter, "must be a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
      }
      return writer.float(number)
    }
    writer.text(text)
  }

  /// Accepts digits with an optional minus sign and an optional fraction: neither `1e3` nor `0x10`.
  private static func number(_ value: [UInt8], _ text: String) -> Double? {
    let digits = value.first == 0x2D ? value[1...] : value[...]
    let parts = digits.split(separator: 0x2E, omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ (1...18).contains($0.count) && $0.allSatisfy(Bytes.isDigit) }) else {
      return nil
    }
    return Double(text)
  }

  /// Accepts digits with an optional minus sign: neither `+5` nor ` 5`.
  private static func integer(_ value: [UInt8]) -> Int? {
    let digits = value.first == 0x2D ? value[1...] : value[...]
    guard (1...18).contains(digits.count), digits.allSatisfy(Bytes.isDigit) else { return nil }
    let magnitude = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return value.first == 0x2D ? -magnitude : magnitude
  }
}

extension RequestProblem {
  static func query(_ name: String, _ message: String) -> RequestProblem {
    RequestProblem(status: 400, detail: "the query parameter \(name) \(message)")
  }

  static func unknownQuery(_ name: [UInt8]) -> RequestProblem {
    query(String(decoding: name, as: UTF8.self), "is not supported by this call")
  }

  static func value(of parameter: Parameter, _ message: String) -> RequestProblem {
    guard parameter.namesObject else {
      return parameter.place == .query
        ? query(parameter.name, message) : RequestProblem(status: 400, detail: "\(parameter.name) \(message)")
    }
    return RequestProblem(
      status: 422, detail: "\(parameter.name) \(message)",
      errors: [Fault.Field(field: parameter.name, message: message)])
  }
}
