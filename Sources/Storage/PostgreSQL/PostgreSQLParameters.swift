/// The values of a statement in libpq's form: numbers as text, which the server converts; text and bytes in binary
/// form, with their lengths.
struct PostgreSQLParameters {
  private var storage: [UInt8] = []
  private var offsets: [Int?] = []
  private var lengths: [Int32] = []
  private var formats: [Int32] = []

  init(_ values: [Value]) throws {
    for value in values {
      switch value {
      case .null: append(nil, isBinary: false)
      case .integer(let integer): append("\(integer)".utf8, isBinary: false)
      case .real(let real): append("\(real)".utf8, isBinary: false)
      case .text(let text): append(text.utf8, isBinary: true)
      case .bytes(let bytes): append(bytes, isBinary: true)
      }
    }
    guard storage.count <= StorageLimits.parameterBytes else {
      throw DatabaseError(.misuse, "\(storage.count) bytes of values in one statement exceed the limit")
    }
  }

  private mutating func append(_ bytes: (some Sequence<UInt8>)?, isBinary: Bool) {
    guard let bytes else {
      offsets.append(nil)
      lengths.append(0)
      formats.append(0)
      return
    }
    let start = storage.count
    storage.append(contentsOf: bytes)
    offsets.append(start)
    lengths.append(Int32(truncatingIfNeeded: storage.count - start))
    formats.append(isBinary ? 1 : 0)
    // libpq expects a terminating zero after a value in text form.
    storage.append(0)
  }

  private mutating func append(_ nothing: Never?, isBinary: Bool) {
    append([UInt8]?.none, isBinary: isBinary)
  }

  /// Passes the count, pointers, lengths and formats of the values to `body`.
  func withPointers<T>(
    _ body: (Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> T
  ) -> T {
    storage.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      let pointers = offsets.map { offset in offset.flatMap { start?.advanced(by: $0) } }
      return body(Int32(offsets.count), pointers, lengths, formats)
    }
  }
}
