import Proto
import Storage

extension Row {
  /// Decodes a value that this program has written. An error means that the file is damaged.
  func stored<T: Decodable>(_ type: T.Type, _ column: Int32) throws -> T {
    do {
      return try CBORDecoder.decode(type, from: bytes(column))
    } catch {
      throw DatabaseError(.corrupt, "column \(column) cannot be read: \(error)")
    }
  }
}
