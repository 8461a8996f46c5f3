import CCrypto

/// Message authentication codes with HMAC and SHA-256 (RFC 2104), by libcrypto.
public enum HMACSHA256 {
  public static func code(of message: [UInt8], secret: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: SHA256.byteCount)
    var length: UInt32 = 0
    let made = HMAC(EVP_sha256(), secret, Int32(secret.count), message, message.count, &code, &length)
    precondition(made != nil && Int(length) == code.count, "HMAC-SHA256 failed in libcrypto")
    return code
  }
}
