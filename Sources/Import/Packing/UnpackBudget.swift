/// What may come out of packed files in one import, however many there are and however often one is read.
final class UnpackBudget {
  private var left: Int

  init(_ bytes: Int = ImportLimits.unpackedBytes) {
    left = bytes
  }

  var isSpent: Bool { left < 0 }

  func spend(_ count: Int) throws(ImportRefusal) {
    left -= count
    guard !isSpent else {
      throw ImportRefusal("there is more than \(ImportLimits.unpackedBytes >> 30) GiB in the packed file")
    }
  }
}
