import CZlib

/// Bytes made smaller (RFC 1951), the same for the same bytes.
public enum Deflate {
  private static let windowBits: Int32 = 15
  /// Added to the window, it asks for the frame of gzip.
  private static let gzipFrame: Int32 = 16
  /// A frame of gzip is so much longer than the one that zlib's own bound counts with.
  private static let frameBytes = 12

  /// In the frame of RFC 1952, as HTTP's `gzip`, as small as can be; nil where there is no memory for it.
  public static func gzip(_ bytes: [UInt8]) -> [UInt8]? {
    compress(bytes, windowBits: windowBits + gzipFrame, level: Z_BEST_COMPRESSION)
  }

  /// In the frame of RFC 1950, as PDF's `FlateDecode`; nil where there is no memory for it.
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
