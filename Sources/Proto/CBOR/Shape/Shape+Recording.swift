import Chronology

extension Shape {
  /// The shape that a type's `init(from:)` shows when it is run on a decoder that only listens to what it asks for.
  ///
  /// An enum is to be `CaseIterable`, so that there is a value to hand it. Where a type refuses every value the
  /// listening ends, and its shape is what was heard until then.
  public static func of<Value: Decodable>(_ type: Value.Type) -> Shape {
    let notes = ShapeNotes()
    _ = try? notes.record(type)
    return notes.shape
  }
}

/// A type whose values may be of several kinds, which its `init(from:)` tries one after the other.
public protocol OfSeveralKinds: Decodable {
  /// The kinds, as `Shape.types` has them.
  static var kinds: [String] { get }
}

/// What one value's decoding has asked for so far.
final class ShapeNotes {
  var shape = Shape("object")

  /// Notes the shape of a type, and makes some value of it for the listening to go on with.
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
    defer { if let several = type as? any OfSeveralKinds.Type { shape.types = several.kinds } }
    do {
      return try Value(from: ShapeDecoder(notes: self))
    } catch {
      // A list can be empty where its items cannot be made.
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
      ([] as [UInt8], Shape("string", format: "bytes")), (RawCBOR(bytes: [0xF6]), Shape()), (Nothing(), Shape("null")),
      // A shape holds shapes: to listen to it would never end.
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

  /// The notes about a member, under the name that it has.
  func member<Value: Decodable>(_ name: String, _ type: Value.Type) throws -> Value {
    let index = self.index(of: name)
    let notes = ShapeNotes()
    if shape.properties[index].shape.isNullable { notes.shape.types.append("null") }
    defer { shape.properties[index].shape = notes.shape }
    return try notes.record(type)
  }

  /// Where the member stands among the others; one that is heard of for the first time is the last.
  func index(of name: String) -> Int {
    if let index = shape.properties.firstIndex(where: { $0.name == name }) { return index }
    shape.properties.append(Shape.Property(name: name, shape: Shape("object"), isRequired: true))
    return shape.properties.count - 1
  }
}
