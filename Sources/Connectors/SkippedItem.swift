/// An item of a request that was skipped, with the reason. The other items count.
public struct SkippedItem: Error, Hashable, Sendable {
  /// The index in the list that the client sent.
  public var index: Int
  public var reason: String

  public init(_ index: Int, _ reason: String) {
    self.index = index
    self.reason = reason
  }
}

extension [SkippedItem] {
  /// Returns a sentence for the user, or nil if nothing was skipped.
  public func summary(of items: String) -> String? {
    guard let first else { return nil }
    let others = count == 1 ? "" : " (and \(count - 1) more)"
    return "\(items)[\(first.index)] was skipped: \(first.reason)\(others)"
  }
}
