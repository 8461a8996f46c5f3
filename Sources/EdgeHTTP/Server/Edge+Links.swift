extension Edge {
  /// Where the client has reached the edge: what links that it is given begin with. Nil where it names no host.
  func origin(_ bytes: Span<UInt8>, _ head: RequestHead) -> String? {
    guard let host = head.host, !host.isEmpty else { return nil }
    return "http://" + bytes.text(host)
  }
}
