import CCrypto

/// Key derivation with HKDF and SHA-256 (RFC 5869), by libcrypto.
public enum HKDF {
  /// Returns `count` bytes derived from a secret. A different `salt` or `info` gives an unrelated key.
  public static func derive(from secret: [UInt8], salt: [UInt8], info: [UInt8], count: Int) -> [UInt8] {
    precondition((1...255 * SHA256.byteCount).contains(count), "HKDF-SHA256 derives at most 8160 bytes")
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, made in
      let code = hkdf_sha256(
        buffer.baseAddress, count, secret, secret.count, salt, salt.count, info, info.count)
      precondition(code == 1, "HKDF-SHA256 failed in libcrypto")
      made = count
    }
  }
}
