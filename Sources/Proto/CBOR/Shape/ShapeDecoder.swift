/// A decoder whose containers record the requests.
struct ShapeDecoder: Decoder {
  let notes: ShapeNotes

  var codingPath: [any CodingKey] { [] }
  /// Required by the protocol; always empty.
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ShapeMembers(notes: notes))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    notes.shape.types = notes.shape.isNullable ? ["array", "null"] : ["array"]
    return ShapeItems(notes: notes)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    ShapeSingle(notes: notes)
  }
}
