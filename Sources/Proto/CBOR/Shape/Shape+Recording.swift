import Chronology

extension Shape {
  /// Returns the shape of a type, by running its `init(from:)` on a decoder that records the requests.
  ///
  /// An enum must be `CaseIterable`, so that there is a sample value. If a type rejects the samples, the recording ends
  /// and the shape is incomplete.
  public static func of<Value: Decodable>(_ type: Value.Type) -> Shape {
    let notes = ShapeNotes()
    _ = try? notes.record(type)
    return notes.shape
  }
}

/// A type whose values have one of several JSON types, which its `init(from:)` tries in order.
public protocol UnionShaped: Decodable {
  /// The JSON types, as in `Shape.types`.
  static var kinds: [String] { get }
}

/// Records the requests of one decoding.
final class ShapeNotes {
  var shape = Shape("object")

  /// Records the shape of a type and returns a sample, so that the decoding continues.
  func record<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let isNullable = shape.isNullable
    defer { if isNullable { shape = shape.orNull } }
    if let (known, value) = ShapeNotes.known(type) {
      shape = known
      return value
    }
    if let (cases, value) = ShapeNotes.cases(of: type) {
      shape = cases
      return value
    }
    if let described = type as? any Described.Type {
      shape.title = described.title
      shape.members = described.members
    }
    defer { if let several = type as? any UnionShaped.Type { shape.types = several.kinds } }
    do {
      return try Value(from: ShapeDecoder(notes: self))
    } catch {
      // An empty list, if there is no sample of its items.
      guard let list = type as? any RangeReplaceableCollection.Type, let empty = list.init() as? Value else {
        throw error
      }
      return empty
    }
  }

  private static func known<Value>(_ type: Value.Type) -> (Shape, Value)? {
    let integer = Shape("integer")
    let samples: [(any Sendable, Shape)] = [
      (false, Shape("boolean")), ("", Shape("string")), (0.0, Shape("number")), (0 as Float, Shape("number")),
      (0 as Int, integer), (0 as Int8, integer), (0 as Int16, integer), (0 as Int32, integer), (0 as Int64, integer),
      (0 as UInt, integer), (0 as UInt8, integer), (0 as UInt16, integer), (0 as UInt32, integer),
      (0 as UInt64, integer),
      (Instant(seconds: 0), Shape("string", format: "date-time")), (Day(number: 0), Shape("string", format: "date")),
      (PartialDate.year(1970), Shape("string", format: "partial-date")),
      ([] as [UInt8], Shape("string", format: "bytes")), (RawCBOR(bytes: [0xF6]), Shape()), (Nothing(), Shape("null")),
      // A shape contains shapes, so recording it would not end.
      (Shape("object"), Shape("object")),
    ]
    for (sample, shape) in samples where Swift.type(of: sample) == type {
      if let value = sample as? Value { return (shape, value) }
    }
    return nil
  }

  private static func cases<Value>(of type: Value.Type) -> (Shape, Value)? {
    guard let enumeration = type as? any (CaseIterable & RawRepresentable).Type else { return nil }
    func all<Case: CaseIterable & RawRepresentable>(_ type: Case.Type) -> (Shape, Value)? {
      let values = type.allCases.map(\.rawValue)
      guard let first = type.allCases.first as? Value else { return nil }
      let texts = values.compactMap { $0 as? String }
      return (texts.isEmpty ? Shape("integer") : Shape("string", values: texts), first)
    }
    return all(enumeration)
  }

  /// Returns the note about a member.
  func member<Value: Decodable>(_ name: String, _ type: Value.Type) throws -> Value {
    let index = self.index(of: name)
    let notes = ShapeNotes()
    if shape.properties[index].shape.isNullable { notes.shape.types.append("null") }
    defer { shape.properties[index].shape = notes.shape }
    return try notes.record(type)
  }

  /// Returns the index of a member, which is appended if it is new.
  func index(of name: String) -> Int {
    if let index = shape.properties.firstIndex(where: { $0.name == name }) { return index }
    shape.properties.append(Shape.Property(name: name, shape: Shape("object"), isRequired: true))
    return shape.properties.count - 1
  }
}
