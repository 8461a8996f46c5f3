/// A coding key that is a place in the bytes. The path is computed only when the error is shown, because many errors
/// are caught.
struct PlaceKey: CodingKey {
  let place: Int

  init(_ place: Int) { self.place = place }
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }
  var stringValue: String { "the item at byte \(place)" }
  var intValue: Int? { nil }
}

/// The index of an array item.
struct IndexKey: CodingKey {
  let index: Int

  init(_ index: Int) { self.index = index }
  init?(stringValue: String) { nil }
  init?(intValue: Int) { index = intValue }
  var stringValue: String { "\(index)" }
  var intValue: Int? { index }
}

extension DecodeState {
  @inline(never)
  func mismatch(_ type: Any.Type, _ message: String, at place: Int) -> DecodingError {
    let message = item.isNull(at: place) ? "must not be null" : message
    return .typeMismatch(type, .init(codingPath: [PlaceKey(place)], debugDescription: message))
  }

  @inline(never)
  func missing(_ key: some CodingKey, in map: Int) -> DecodingError {
    .keyNotFound(key, .init(codingPath: [PlaceKey(maps[map].start)], debugDescription: "is required"))
  }

  /// Adds the place of the value to an error from its `init(from:)`.
  @inline(never)
  func located(_ error: any Error, at place: Int) -> any Error {
    if error is DecodingError || error is Fault { return error }
    return DecodingError.dataCorrupted(
      .init(codingPath: [PlaceKey(place)], debugDescription: "\(error)", underlyingError: error))
  }
}
