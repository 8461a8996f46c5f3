import API
import Service

/// A request whose values were checked, so that libcurl can send it as it is.
struct FetchRequest: Sendable {
  private(set) var call: OutboundAPI.Fetch
  private(set) var address: ServerAddress

  /// Returns nil if the request must not be sent.
  init?(_ call: OutboundAPI.Fetch, bytes: ClosedRange<Int> = OutboundLimits.bytes) {
    guard let address = ServerAddress(parsing: call.url), call.headers.count <= OutboundLimits.headers,
      call.headers.allSatisfy(Self.isSendable), call.body?.count ?? 0 <= OutboundLimits.requestBytes,
      call.method == .post || call.body == nil, OutboundLimits.milliseconds.contains(call.limits.milliseconds),
      call.limits.bytes.map(bytes.contains) ?? true, OutboundLimits.redirects.contains(call.redirects.atMost),
      call.method == .get || call.redirects.atMost == 0
    else { return nil }
    self.call = call
    self.address = address
  }

  /// Returns the request to which this one is redirected, or nil if that is not allowed.
  func redirected(to url: String, milliseconds: Int) -> FetchRequest? {
    guard call.redirects.atMost > 0, let next = ServerAddress(parsing: url) else { return nil }
    let isExpected = call.redirects.hosts.map(next.isAmong) ?? address.isSameServer(as: next)
    guard isExpected, next.isHTTPS || !address.isHTTPS else { return nil }
    var request = self
    request.call.url = url
    request.call.redirects.atMost -= 1
    request.call.limits.milliseconds = milliseconds
    request.address = next
    return request
  }

  private static func isSendable(_ header: OutboundAPI.Fetch.Header) -> Bool {
    let isName =
      !header.name.isEmpty
      && header.name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D: true
        default: false
        }
      }
    return isName && header.name.utf8.count + header.value.utf8.count <= OutboundLimits.headerBytes
      && !header.value.isEmpty && header.value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }
}
