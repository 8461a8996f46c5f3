import CZlib

/// Decompression of DEFLATE (RFC 1951).
public enum Inflate {
  /// Returns the contents of the zlib format (RFC 1950), or nil if it is damaged, empty, has other bytes after it, or
  /// contains more than `most` bytes.
  public static func zlib(_ bytes: [UInt8], most: Int) -> [UInt8]? {
    let contents = [UInt8](unsafeUninitializedCapacity: most) { output, count in
      count = bytes.withUnsafeBufferPointer { inflate_whole($0.baseAddress, $0.count, output.baseAddress, most) }
    }
    return contents.isEmpty ? nil : contents
  }
}
