extension StringProtocol {
  /// Splits the text at a character of ASCII, by bytes. A slash and an accent that follows it are one `Character`, so
  /// splitting by characters would not find this slash.
  public func parts(at mark: Unicode.Scalar, most: Int = .max, keepsEmpty: Bool = false) -> [String] {
    utf8.split(separator: UInt8(ascii: mark), maxSplits: most - 1, omittingEmptySubsequences: !keepsEmpty).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
