/// Records a single value.
struct ShapeSingle: SingleValueDecodingContainer {
  let notes: ShapeNotes

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool {
    notes.shape = notes.shape.orNull
    return false
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try notes.record(type) }
}
