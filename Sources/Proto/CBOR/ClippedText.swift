extension String {
  /// Returns at most `limit` bytes, because messages must not repeat long texts of a peer.
  package func clipped(toBytes limit: Int = CBORLimits.messageBytes) -> String {
    guard utf8.count > limit else { return self }
    let mark = "…"
    var end = utf8.index(utf8.startIndex, offsetBy: limit - mark.utf8.count)
    while UTF8.isContinuation(utf8[end]) { utf8.formIndex(before: &end) }
    return self[..<end] + mark
  }
}
