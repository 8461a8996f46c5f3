import API
import CCurl
import Glibc
import Service

/// Opens the sockets of one request and collects what arrives. A class, because libcurl passes a pointer to it.
final class TransferState {
  private let request: FetchRequest
  private let rule: OutgoingRule
  private var body: [UInt8] = []
  private var headers: [String: String] = [:]
  private var ignoredBytes = 0
  private var rejectedAddresses = 0
  private var openedSockets = 0
  private(set) var isTooLarge = false
  /// Whether the request was ended because the rest of the body is not of interest.
  private(set) var hasIgnoredRest = false

  init(_ request: FetchRequest, _ rule: OutgoingRule) {
    self.request = request
    self.rule = rule
  }

  var hasRejectedEveryAddress: Bool { rejectedAddresses > 0 && openedSockets == 0 }

  /// Called for each address of the host, after the look-up. Returns -1 if the rule does not allow the address.
  func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
    let target = withUnsafeBytes(of: &address.pointee.addr) { generic in
      // The address continues behind the generic type.
      IPAddress(socketAddress: UnsafeRawBufferPointer(start: generic.baseAddress, count: Int(address.pointee.addrlen)))
    }
    guard let target, isAllowed(target) else {
      rejectedAddresses += 1
      return -1
    }
    openedSockets += 1
    let type = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
    return socket(address.pointee.family, type, address.pointee.`protocol`)
  }

  private func isAllowed(_ target: IPAddress) -> Bool {
    request.call.namedBy == .administrator || rule.allows(target, host: request.address.host)
  }

  /// Returns false if the request must end.
  func addBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let limit = request.call.limits.bytes else {
      ignoredBytes += bytes.count
      hasIgnoredRest = ignoredBytes > OutboundLimits.ignoredBytes
      return !hasIgnoredRest
    }
    guard body.count + bytes.count <= limit else {
      isTooLarge = true
      return false
    }
    body += bytes
    return true
  }

  func addHeader(_ bytes: UnsafeRawBufferPointer) {
    // A response may follow an interim one.
    guard !bytes.starts(with: "HTTP/".utf8) else { return headers = [:] }
    guard bytes.count <= OutboundLimits.responseHeaderBytes, let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
      return
    }
    let name = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
    guard ["content-type", "etag", "retry-after"].contains(name) else { return }
    let value = bytes[(colon + 1)...].filter { (0x20...0x7E).contains($0) }
    let text = String(decoding: value.drop { $0 == 0x20 }, as: UTF8.self)
    headers[name] = text.isEmpty ? nil : text
  }

  func reply(_ status: Int) -> OutboundAPI.Fetch.Reply {
    OutboundAPI.Fetch.Reply(
      status: status, contentType: headers["content-type"]?.filter { $0 != " " }, entityTag: headers["etag"],
      retryAfter: headers["retry-after"], body: body)
  }
}
