import Proto
import Storage

extension Row {
  /// A value that we have written ourselves: where it cannot be read, the file is damaged, and no caller is to blame.
  func stored<T: Decodable>(_ type: T.Type, _ column: Int32) throws -> T {
    do {
      return try CBORDecoder.decode(type, from: bytes(column))
    } catch {
      throw DatabaseError(.corrupt, "column \(column) cannot be read: \(error)")
    }
  }
}
