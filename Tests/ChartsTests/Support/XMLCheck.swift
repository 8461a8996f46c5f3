/// A strict parser for small XML documents: only elements, attributes, text and the five entities.
struct XMLCheck {
  struct Element {
    var name: String
    var attributes: [String: String]
    var text = ""
  }

  struct Malformed: Error, CustomStringConvertible {
    var description: String
  }

  /// In the order of their opening tags.
  private(set) var elements: [Element] = []
  private var scalars: [Unicode.Scalar]
  private var place = 0

  init(_ bytes: [UInt8]) throws {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Malformed(description: "not UTF-8") }
    scalars = Array(text.unicodeScalars)
    for scalar in scalars where !Self.isAllowed(scalar) {
      throw Malformed(description: "U+\(String(scalar.value, radix: 16)) is not allowed in XML")
    }
    try readElement()
    while next == "\n" { place += 1 }
    guard place == scalars.count else { throw Malformed(description: "more than one root, at \(place)") }
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  private var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

  private mutating func expect(_ text: String) throws {
    for scalar in text.unicodeScalars {
      guard next == scalar else { throw Malformed(description: "expected \(text) at \(place)") }
      place += 1
    }
  }

  private mutating func name() throws -> String {
    var name = String.UnicodeScalarView()
    while let scalar = next, scalar.properties.isAlphabetic || "-:_0123456789".unicodeScalars.contains(scalar) {
      name.append(scalar)
      place += 1
    }
    guard let first = name.first, first.properties.isAlphabetic else {
      throw Malformed(description: "no name at \(place)")
    }
    return String(name)
  }

  private mutating func readElement() throws {
    try expect("<")
    let name = try name()
    var attributes: [String: String] = [:]
    while next == " " {
      place += 1
      let key = try self.name()
      try expect("=\"")
      guard attributes[key] == nil else { throw Malformed(description: "\(key) twice in \(name)") }
      attributes[key] = try text(until: "\"")
      try expect("\"")
    }
    let index = elements.count
    elements.append(Element(name: name, attributes: attributes))
    if next == "/" { return try expect("/>") }
    try expect(">")
    while true {
      elements[index].text += try text(until: "<")
      guard place + 1 < scalars.count else { throw Malformed(description: "\(name) is not closed") }
      if scalars[place + 1] == "/" { return try expect("</\(name)>") }
      try readElement()
    }
  }

  private mutating func text(until end: Unicode.Scalar) throws -> String {
    var text = String.UnicodeScalarView()
    while let scalar = next, scalar != end {
      guard scalar != "<" && scalar != ">" else { throw Malformed(description: "a bare \(scalar) at \(place)") }
      if scalar == "&" {
        text.append(try entity())
      } else {
        text.append(scalar)
        place += 1
      }
    }
    guard next != nil else { throw Malformed(description: "ends within text") }
    return String(text)
  }

  private mutating func entity() throws -> Unicode.Scalar {
    let known: [(String, Unicode.Scalar)] = [
      ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"),
    ]
    for (entity, scalar) in known where scalars[place...].starts(with: entity.unicodeScalars) {
      try expect(entity)
      return scalar
    }
    throw Malformed(description: "an unknown entity at \(place)")
  }
}
