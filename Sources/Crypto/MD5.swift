import CCrypto

/// MD5 of short messages, for protocols that identify a token by it. It is not secure for anything else.
public enum MD5 {
  /// Returns the digest as lower-case hexadecimal digits.
  public static func hex(_ bytes: [UInt8]) -> String {
    var context = MD5_CTX()
    var digest = [UInt8](repeating: 0, count: Int(MD5_DIGEST_LENGTH))
    MD5_Init(&context)
    MD5_Update(&context, bytes, bytes.count)
    MD5_Final(&digest, &context)
    return digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
