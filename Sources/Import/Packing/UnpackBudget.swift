/// The total of decompressed bytes in one import, over all files and all passes.
final class UnpackBudget {
  private var left: Int

  init(_ bytes: Int = ImportLimits.unpackedBytes) {
    left = bytes
  }

  var isSpent: Bool { left < 0 }

  func spend(_ count: Int) throws(ImportError) {
    left -= count
    guard !isSpent else {
      throw ImportError("the compressed file contains more than \(ImportLimits.unpackedBytes >> 30) GiB")
    }
  }
}
