/// The total of decompressed bytes in one import, over all files and all passes.
final class UnpackBudget {
  private var left: Int
  /// The decompressed bytes that are passed on at a time. They do not change a result.
  let pieceBytes: Int

  init(_ bytes: Int = ImportLimits.unpackedBytes, pieceBytes: Int = ImportLimits.unpackedPiece) {
    left = bytes
    self.pieceBytes = pieceBytes
  }

  /// For the files in a file.
  convenience init(of source: ImportSource) {
    self.init(pieceBytes: min(source.chunkBytes, ImportLimits.unpackedPiece))
  }

  var isSpent: Bool { left < 0 }

  func spend(_ count: Int) throws(ImportError) {
    left -= count
    guard !isSpent else {
      throw ImportError("the compressed file contains more than \(ImportLimits.unpackedBytes >> 30) GiB; split it")
    }
  }
}
