/// What is wrong with bytes that should be CBOR, and where.
public struct CBORError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// The bytes end within an item.
    case truncated
    /// Bytes follow the item.
    case trailing
    /// A head that no item may have: reserved widths, indefinite where there is none, simple values in two bytes below
    /// 32.
    case reservedHead
    /// A break outside of an indefinite item, or between a key and its value.
    case unexpectedBreak
    /// A piece of an indefinite string that is not a definite string of its kind.
    case wrongChunk
    case tooDeep
    /// More bytes than offsets of 32 bits reach.
    case tooLong
    /// Well-formed, but text that is not UTF-8.
    case invalidText
    /// Well-formed, but a map with the same key twice.
    case duplicateKey
  }

  public var reason: Reason
  public var offset: Int

  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// Whether the bytes are CBOR, only with content that is not allowed; a connection survives that.
  public var isWellFormed: Bool { reason == .invalidText || reason == .duplicateKey }
}

extension CBORError: CustomStringConvertible {
  public var description: String {
    switch reason {
    case .truncated: "the item ends early, at byte \(offset)"
    case .trailing: "bytes follow the item, at byte \(offset)"
    case .reservedHead: "a head that means nothing, at byte \(offset)"
    case .unexpectedBreak: "a break that ends nothing, at byte \(offset)"
    case .wrongChunk: "a wrong piece of an indefinite string, at byte \(offset)"
    case .tooDeep: "nested deeper than \(CBORLimits.depth), at byte \(offset)"
    case .tooLong: "more bytes than are read at once"
    case .invalidText: "text that is not UTF-8, at byte \(offset)"
    case .duplicateKey: "the same key twice, at byte \(offset)"
    }
  }
}
