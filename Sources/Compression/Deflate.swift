import CZlib

/// DEFLATE compression (RFC 1951). Equal input gives equal output.
public enum Deflate {
  private static let windowBits: Int32 = 15
  /// Added to the window bits, it selects the gzip format.
  private static let gzipFrame: Int32 = 16
  /// The gzip format needs this many bytes more than zlib's own bound includes.
  private static let frameBytes = 12

  /// Returns the gzip format (RFC 1952) at the best compression, or nil if memory is insufficient.
  public static func gzip(_ bytes: [UInt8]) -> [UInt8]? {
    compress(bytes, windowBits: windowBits + gzipFrame, level: Z_BEST_COMPRESSION)
  }

  /// Returns the gzip format at the best speed, or nil if memory is insufficient.
  public static func quickGzip(_ bytes: [UInt8]) -> [UInt8]? {
    compress(bytes, windowBits: windowBits + gzipFrame, level: Z_BEST_SPEED)
  }

  /// Returns the zlib format (RFC 1950), as for PDF's `FlateDecode`, or nil if memory is insufficient.
  public static func zlib(_ bytes: [UInt8]) -> [UInt8]? {
    compress(bytes, windowBits: windowBits, level: Z_DEFAULT_COMPRESSION)
  }

  private static func compress(_ bytes: [UInt8], windowBits: Int32, level: Int32) -> [UInt8]? {
    let room = Int(compressBound(UInt(bytes.count))) + frameBytes
    let compressed = [UInt8](unsafeUninitializedCapacity: room) { output, count in
      count = bytes.withUnsafeBufferPointer {
        deflate_whole($0.baseAddress, $0.count, output.baseAddress, room, windowBits, level)
      }
    }
    return compressed.isEmpty ? nil : compressed
  }
}
