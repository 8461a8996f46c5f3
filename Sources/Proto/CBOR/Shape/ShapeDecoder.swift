/// Hands out containers that note what is asked of them.
struct ShapeDecoder: Decoder {
  let notes: ShapeNotes

  var codingPath: [any CodingKey] { [] }
  /// The protocol's own type; nothing is ever in it.
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ShapeMembers(notes: notes))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    notes.shape.types = notes.shape.isNullable ? ["array", "null"] : ["array"]
    return ShapeItems(notes: notes)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    ShapeItself(notes: notes)
  }
}
