import CCrypto

/// Authenticated encryption with AES-256 in Galois/Counter Mode (NIST SP 800-38D), by libcrypto.
///
/// `seal` chooses the nonce. No caller can pass one, so a nonce is not reused by mistake.
public enum AES256GCM {
  public static let keyByteCount = 32
  public static let nonceByteCount = 12
  public static let tagByteCount = 16

  /// Returns a random nonce, the ciphertext and the tag, in this order.
  ///
  /// Random nonces may collide after about 2³² messages under one key. Derive a key per message or far fewer messages.
  public static func seal(_ plaintext: [UInt8], key: [UInt8], authenticating data: [UInt8] = []) -> [UInt8] {
    let nonce = RandomBytes.make(nonceByteCount)
    return nonce + seal(plaintext, key: key, nonce: nonce, authenticating: data)
  }

  /// Returns the plaintext, or nil if the message was changed or was sealed with another key or other data.
  public static func open(_ sealed: [UInt8], key: [UInt8], authenticating data: [UInt8] = []) -> [UInt8]? {
    guard sealed.count >= nonceByteCount + tagByteCount else { return nil }
    let ciphertext = [UInt8](sealed[nonceByteCount..<sealed.count - tagByteCount])
    var tag = [UInt8](sealed.suffix(tagByteCount))
    let context = Context(key, [UInt8](sealed.prefix(nonceByteCount)), isEncrypting: false)
    context.authenticate(data)
    let plaintext = context.update(ciphertext)
    return context.verify(&tag) ? plaintext : nil
  }

  /// Returns the ciphertext and the tag. For known-answer tests only: `seal` chooses a nonce that is new.
  static func seal(_ plaintext: [UInt8], key: [UInt8], nonce: [UInt8], authenticating data: [UInt8]) -> [UInt8] {
    let context = Context(key, nonce, isEncrypting: true)
    context.authenticate(data)
    return context.update(plaintext) + context.tag()
  }

  /// One message in libcrypto's cipher. A failure is a mistake of this file or of libcrypto, so it ends the process.
  private final class Context {
    private let handle: OpaquePointer
    private let isEncrypting: Bool

    init(_ key: [UInt8], _ nonce: [UInt8], isEncrypting: Bool) {
      precondition(key.count == keyByteCount, "an AES-256 key has 32 bytes")
      precondition(nonce.count == nonceByteCount, "a nonce of AES-GCM has 12 bytes")
      guard let handle = EVP_CIPHER_CTX_new() else { preconditionFailure("no memory for a cipher") }
      self.handle = handle
      self.isEncrypting = isEncrypting
      let code = EVP_CipherInit_ex(handle, EVP_aes_256_gcm(), nil, key, nonce, isEncrypting ? 1 : 0)
      precondition(code == 1, "AES-256-GCM is not available in libcrypto")
    }

    deinit { EVP_CIPHER_CTX_free(handle) }

    func authenticate(_ data: [UInt8]) {
      var count: Int32 = 0
      guard !data.isEmpty else { return }
      precondition(EVP_CipherUpdate(handle, nil, &count, data, Int32(data.count)) == 1, "AES-GCM failed")
    }

    func update(_ bytes: [UInt8]) -> [UInt8] {
      guard !bytes.isEmpty else { return [] }
      return [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, made in
        var count: Int32 = 0
        let code = EVP_CipherUpdate(handle, buffer.baseAddress, &count, bytes, Int32(bytes.count))
        precondition(code == 1 && count == bytes.count, "AES-GCM failed")
        made = bytes.count
      }
    }

    /// Ends the message and returns its tag.
    func tag() -> [UInt8] {
      precondition(isEncrypting && finish(), "AES-GCM failed")
      var tag = [UInt8](repeating: 0, count: tagByteCount)
      let code = EVP_CIPHER_CTX_ctrl(handle, EVP_CTRL_AEAD_GET_TAG, Int32(tagByteCount), &tag)
      precondition(code == 1, "AES-GCM failed")
      return tag
    }

    /// Ends the message and returns whether the tag matches.
    func verify(_ tag: inout [UInt8]) -> Bool {
      let code = EVP_CIPHER_CTX_ctrl(handle, EVP_CTRL_AEAD_SET_TAG, Int32(tagByteCount), &tag)
      precondition(code == 1 && !isEncrypting, "AES-GCM failed")
      return finish()
    }

    private func finish() -> Bool {
      var rest: UInt8 = 0
      var count: Int32 = 0
      return EVP_CipherFinal_ex(handle, &rest, &count) == 1 && count == 0
    }
  }
}
