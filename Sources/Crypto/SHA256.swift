import CCrypto

/// SHA-256 of short messages. The one-shot call of libcrypto 3 looks its algorithm up by name each time, which costs
/// more than hashing a hundred bytes; its older functions do not.
public enum SHA256 {
  public static let byteCount = 32

  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { hash($0) }
  }

  public static func hash(_ text: String) -> [UInt8] {
    hash([UInt8](text.utf8))
  }

  public static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var context = SHA256_CTX()
    SHA256_Init(&context)
    SHA256_Update(&context, bytes.baseAddress, bytes.count)
    return [UInt8](unsafeUninitializedCapacity: byteCount) { digest, count in
      SHA256_Final(digest.baseAddress, &context)
      count = byteCount
    }
  }

  /// The first eight bytes of the hash of `parts`, one behind the other, as a big-endian integer: no array is made.
  public static func prefix(_ first: Int64, _ second: Int64, _ bytes: [UInt8]) -> Int64 {
    var context = SHA256_CTX()
    var head = (first.bigEndian, second.bigEndian)
    SHA256_Init(&context)
    SHA256_Update(&context, &head, 16)
    _ = bytes.withUnsafeBytes { SHA256_Update(&context, $0.baseAddress, $0.count) }
    var digest: (Int64, Int64, Int64, Int64) = (0, 0, 0, 0)
    withUnsafeMutableBytes(of: &digest) { raw in
      _ = SHA256_Final(raw.bindMemory(to: UInt8.self).baseAddress, &context)
    }
    return Int64(bigEndian: digest.0)
  }
}
