import Chronology

/// Compares a whole item with its shape. A decoder ends at the first error, but clients should see all of them.
struct ShapeCheck: ~Copyable {
  private let bytes: UnsafeRawBufferPointer
  private let item: CBORItem
  private let most: Int
  private(set) var fields: [Fault.Field] = []
  /// The item with wrong members omitted or replaced by samples.
  private var repaired = CBORWriter()

  /// The bytes must be one valid item. Reports at most `most` fields.
  init?(_ bytes: UnsafeRawBufferPointer, _ shape: Shape, most: Int) {
    guard let base = bytes.baseAddress else { return nil }
    self.bytes = bytes
    self.most = most
    item = CBORItem(base)
    check(0, shape, "", instant: nil)
  }

  var repairedBytes: [UInt8] { repaired.bytes }

  private var isFull: Bool { fields.count >= most }

  private mutating func report(_ path: String, _ message: String) {
    if !isFull { fields.append(Fault.Field(field: path, message: message)) }
  }

  private mutating func copy(_ place: Int) {
    repaired.raw(UnsafeRawBufferPointer(rebasing: bytes[place..<item.end(at: place)]))
  }

  /// Writes the item, or a sample if it is unusable; returns false for a sample. `instant` is one from the same
  /// object.
  @discardableResult
  private mutating func check(_ place: Int, _ shape: Shape, _ path: String, instant: String?) -> Bool {
    if item.isNull(at: place), shape.types.isEmpty || shape.isNullable {
      copy(place)
      return true
    }
    switch (shape.types.first, item.byte(place) >> 5) {
    case ("object", 5) where shape.additional.isEmpty: checkObject(place, shape, path)
    case ("array", 4): checkArray(place, shape, path)
    default:
      if let message = wrong(place, shape) {
        report(path, item.isNull(at: place) ? "must not be null" : message)
        sample(shape, instant: instant)
        return false
      }
      copy(place)
    }
    return true
  }

  private mutating func checkArray(_ place: Int, _ shape: Shape, _ path: String) {
    guard let items = shape.items.first else { return copy(place) }
    let opened = repaired.open()
    var (count, inner) = (0, place + item.headBytes(at: place))
    let end = item.end(at: place)
    while inner < end, item.byte(inner) != 0xFF, !isFull {
      check(inner, items, "\(path)[\(count)]", instant: nil)
      count += 1
      inner = item.end(at: inner)
    }
    repaired.closeArray(opened, count: count)
  }

  private mutating func checkObject(_ place: Int, _ shape: Shape, _ path: String) {
    let values = places(place, shape)
    let instant = shape.properties.lazy.compactMap { [item] property -> String? in
      guard property.shape.format == "date-time", let place = values[property.name],
        item.byte(place) >> 5 == 3
      else { return nil }
      let text = item.text(at: place)
      return Instant(rfc3339: text) == nil ? nil : text
    }.first
    let opened = repaired.open()
    var count = 0
    for property in shape.properties where !isFull {
      let inner = path.isEmpty ? property.name : "\(path).\(property.name)"
      let start = repaired.count
      if let place = values[property.name] {
        repaired.text(property.name)
        let isUsed = check(place, property.shape, inner, instant: instant)
        if isUsed || property.isRequired { count += 1 } else { repaired.truncate(to: start) }
      } else if property.isRequired {
        report(inner, "is required")
        repaired.text(property.name)
        sample(property.shape, instant: instant)
        count += 1
      }
    }
    repaired.closeMap(opened, count: count)
  }

  /// Returns the places of the members that the shape has.
  private func places(_ place: Int, _ shape: Shape) -> [String: Int] {
    let names = Set(shape.properties.map(\.name))
    var values: [String: Int] = [:]
    var inner = place + item.headBytes(at: place)
    let end = item.end(at: place)
    while inner < end, item.byte(inner) != 0xFF {
      let value = item.end(at: inner)
      let name = item.byte(inner) >> 5 == 3 ? item.text(at: inner) : ""
      if names.contains(name) { values[name] = value }
      inner = item.end(at: value)
    }
    return values
  }

  /// Returns the error of a scalar value, as the decoder reports it.
  private func wrong(_ place: Int, _ shape: Shape) -> String? {
    let slice = UnsafeRawBufferPointer(rebasing: bytes[place..<item.end(at: place)])
    func message<Value: Decodable>(_ type: Value.Type) -> String? {
      do {
        _ = try CBORDecoder.decode(type, from: slice, isValid: true)
        return nil
      } catch {
        return error.fields?.first?.message ?? error.message
      }
    }
    switch (shape.types.first, shape.format) {
    case ("boolean", _): return message(Bool.self)
    case ("integer", _): return message(Int.self)
    case ("number", _): return message(Double.self)
    case ("string", "date-time"): return message(Instant.self)
    case ("string", "date"): return message(Day.self)
    case ("string", "partial-date"): return message(PartialDate.self)
    case ("string", "bytes"): return message([UInt8].self)
    case ("string", _):
      guard let values = shape.values else { return message(String.self) }
      if item.byte(place) >> 5 == 3, values.contains(item.text(at: place)) { return nil }
      return "must be one of \(values.joined(separator: ", "))"
    case ("object", _): return item.byte(place) >> 5 == 5 ? nil : "must be an object"
    case ("array", _): return "must be an array"
    default: return nil
    }
  }

  private mutating func sample(_ shape: Shape, instant: String?) {
    switch (shape.types.first, shape.format) {
    case ("boolean", _): repaired.bool(false)
    case ("integer", _), ("number", _): repaired.integer(1)
    case ("string", "date-time"): repaired.text(instant ?? "2020-01-01T00:00:00Z")
    case ("string", "date"): repaired.text("2020-01-01")
    case ("string", "partial-date"): repaired.text("2020")
    case ("string", "bytes"): repaired.bytes([])
    case ("string", _): repaired.text(shape.values?.first ?? "x")
    case ("array", _): repaired.array(0)
    case ("object", _):
      let required = shape.properties.filter(\.isRequired)
      repaired.map(required.count)
      for property in required {
        repaired.text(property.name)
        sample(property.shape, instant: instant)
      }
    default: repaired.null()
    }
  }
}
