/// An error in CBOR bytes and its place.
public struct CBORError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// The bytes end within an item.
    case truncated
    /// Bytes follow the item.
    case trailing
    /// An invalid head: a reserved width, an indefinite length where none is allowed, or a simple value below 32 in two
    /// bytes.
    case reservedHead
    /// A break outside of an indefinite item, or between a key and its value.
    case unexpectedBreak
    /// A chunk of an indefinite string that is not a definite string of the same type.
    case wrongChunk
    case tooDeep
    /// More bytes than 32-bit offsets can address.
    case tooLong
    /// Well-formed, but a text is not UTF-8.
    case invalidText
    /// Well-formed, but a map has a duplicate key.
    case duplicateKey
  }

  public var reason: Reason
  public var offset: Int

  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// Whether the bytes are CBOR with invalid content. A connection survives that.
  public var isWellFormed: Bool { reason == .invalidText || reason == .duplicateKey }
}

extension CBORError: CustomStringConvertible {
  public var description: String {
    switch reason {
    case .truncated: "the item ends early at byte \(offset)"
    case .trailing: "bytes follow the item at byte \(offset)"
    case .reservedHead: "an invalid head at byte \(offset)"
    case .unexpectedBreak: "an unexpected break at byte \(offset)"
    case .wrongChunk: "an invalid chunk of an indefinite string at byte \(offset)"
    case .tooDeep: "nested deeper than \(CBORLimits.depth) at byte \(offset)"
    case .tooLong: "more than 4 GiB"
    case .invalidText: "text that is not UTF-8 at byte \(offset)"
    case .duplicateKey: "a duplicate key at byte \(offset)"
    }
  }
}
