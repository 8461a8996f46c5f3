import CCrypto

/// SHA-256 of short messages. It uses libcrypto's older functions: the one-shot call of libcrypto 3 looks up its
/// algorithm by name each time, which costs more than hashing a hundred bytes.
public enum SHA256 {
  public static let byteCount = 32

  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { hash($0) }
  }

  public static func hash(_ text: String) -> [UInt8] {
    hash([UInt8](text.utf8))
  }

  public static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    digest(bytes).withUnsafeBytes { [UInt8]($0) }
  }

  /// Returns the hash without allocating an array.
  public static func digest(_ bytes: UnsafeRawBufferPointer) -> Digest {
    var context = SHA256_CTX()
    SHA256_Init(&context)
    SHA256_Update(&context, bytes.baseAddress, bytes.count)
    return Digest(of: &context)
  }

  /// Returns the first eight bytes of the hash of the two integers and the bytes, as a big-endian integer. Allocates
  /// nothing.
  public static func prefix(_ first: Int64, _ second: Int64, _ bytes: UnsafeRawBufferPointer) -> Int64 {
    var context = SHA256_CTX()
    var head = (first.bigEndian, second.bigEndian)
    SHA256_Init(&context)
    SHA256_Update(&context, &head, 16)
    SHA256_Update(&context, bytes.baseAddress, bytes.count)
    return Digest(of: &context).withUnsafeBytes { Int64(bigEndian: $0.load(as: Int64.self)) }
  }

  public static func prefix(_ first: Int64, _ second: Int64, _ bytes: [UInt8]) -> Int64 {
    bytes.withUnsafeBytes { prefix(first, second, $0) }
  }

  /// Hashes a message in parts.
  public struct Stream {
    private var context = SHA256_CTX()

    public init() {
      SHA256_Init(&context)
    }

    public mutating func add(_ bytes: UnsafeRawBufferPointer) {
      SHA256_Update(&context, bytes.baseAddress, bytes.count)
    }

    public mutating func finish() -> [UInt8] {
      Digest(of: &context).withUnsafeBytes { [UInt8]($0) }
    }
  }

  /// A hash of 32 bytes that can be a dictionary key.
  public struct Digest: Hashable, Sendable {
    @usableFromInline
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    fileprivate init(of context: inout SHA256_CTX) {
      Swift.withUnsafeMutableBytes(of: &words) { raw in
        _ = SHA256_Final(raw.bindMemory(to: UInt8.self).baseAddress, &context)
      }
    }

    /// The bytes in the order of the standard.
    @inlinable
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
      Swift.withUnsafeBytes(of: words, body)
    }

    public static func == (left: Digest, right: Digest) -> Bool {
      left.words == right.words
    }

    /// One word of a hash is sufficiently random.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(words.0)
    }
  }
}
