/// An array with one sample item in it.
struct ShapeItems: UnkeyedDecodingContainer {
  let notes: ShapeNotes
  private(set) var currentIndex = 0

  init(notes: ShapeNotes) { self.notes = notes }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { 1 }
  var isAtEnd: Bool { currentIndex > 0 }

  mutating func decodeNil() -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    currentIndex += 1
    let item = ShapeNotes()
    defer { notes.shape.items = [item.shape] }
    return try item.record(type)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedDecodingContainer<NestedKey> {
    currentIndex += 1
    return KeyedDecodingContainer(ShapeMembers<NestedKey>(notes: ShapeNotes()))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
    currentIndex += 1
    return ShapeItems(notes: ShapeNotes())
  }

  mutating func superDecoder() -> any Decoder {
    currentIndex += 1
    return ShapeDecoder(notes: ShapeNotes())
  }
}
