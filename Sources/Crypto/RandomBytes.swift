import CCrypto

/// Unpredictable bytes from libcrypto's generator.
public enum RandomBytes {
  public static func make(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, made in
      let done = RAND_bytes(buffer.baseAddress, Int32(count))
      // Continuing without randomness would make every secret guessable.
      precondition(done == 1, "the random generator of libcrypto failed")
      made = count
    }
  }

  public static func integer() -> Int64 {
    make(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
  }
}
