import Chronology
import Proto

/// One member of each kind in the services' types.
struct FuzzSample: Codable {
  enum Mood: String, Codable { case calm, wild }
  enum Card: Codable {
    case number(Int)
    case named(name: String, marks: [UInt8])
  }

  var a: Int?
  var b: String?
  var c: Double?
  var d: Bool?
  var e: Instant?
  var f: Day?
  var g: [Int]?
  var h: [String: Double]?
  var i: RawCBOR?
  var j: [UInt8]?
  var k: Mood?
  var l: Card?
  var m: UInt8?
  var n: Float?
  var o: [FuzzSample]?
  var p: Int64?
  var q: UInt64?
}

/// A value of any kind, decoded by trial. A failed attempt must leave no trace.
indirect enum FuzzValue: Codable {
  case null
  case integer(Int64)
  case number(Double)
  case bool(Bool)
  case text(String)
  case bytes([UInt8])
  case list([FuzzValue])
  case object([String: FuzzValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      // A number below the range of integers may be rounded to its lower bound, which is then read as an integer.
      self = Int64(exactly: value).map(FuzzValue.integer) ?? .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([UInt8].self) {
      self = .bytes(value)
    } else if let value = try? container.decode([FuzzValue].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: FuzzValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .bool(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .bytes(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
