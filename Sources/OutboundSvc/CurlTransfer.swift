import API
import CCurl
import Glibc
import Service

/// One request by libcurl, with the redirects that it may follow, on the calling thread.
struct CurlTransfer {
  typealias Reply = OutboundAPI.Fetch.Reply
  typealias Failure = OutboundAPI.Fetch.Failure

  /// Whether the library is installed.
  static var isAvailable: Bool { waymark_curl_load() != 0 }

  let request: FetchRequest
  let rule: OutgoingRule
  /// A file of certificate authorities, which are trusted in addition to those of the system.
  let authorities: String?

  /// The time limit includes the redirects.
  func run() -> Reply {
    guard Self.isAvailable else { return Reply(.noLibrary) }
    let end = Clock.milliseconds + request.call.limits.milliseconds
    var request = request
    while true {
      let (reply, redirect) = send(request)
      guard let redirect, request.call.redirects.atMost > 0 else { return reply }
      let now = Clock.milliseconds
      guard now < end else { return Reply(.tooSlow) }
      guard let next = request.redirected(to: redirect, milliseconds: end - now) else { return Reply(.notAllowed) }
      request = next
    }
  }

  private func send(_ request: FetchRequest) -> (Reply, redirect: String?) {
    // Rejected before the DNS look-up, which would reveal the host name to others.
    guard request.call.namedBy == .administrator || !rule.isNone else { return (Reply(.notAllowed), nil) }
    guard let curl = waymark_curl_make() else { return (Reply(.overloaded), nil) }
    defer { waymark_curl_free(curl) }
    let state = TransferState(request, rule)
    var lines: UnsafeMutablePointer<curl_slist>?
    defer { waymark_curl_free_list(lines) }
    for header in request.call.headers {
      guard let longer = waymark_curl_append(lines, "\(header.name): \(header.value)") else {
        return (Reply(.overloaded), nil)
      }
      lines = longer
    }
    let body = request.call.body ?? []
    return body.withUnsafeBytes { body in
      let isReady = prepare(curl, request.call, lines, body) && Self.receive(curl, state)
      guard isReady else { return (Reply(.invalid), nil) }
      let code = withExtendedLifetime(state) { waymark_curl_perform(curl) }
      guard code == CURLE_OK || state.hasIgnoredRest else { return (Reply(Self.failure(code, state)), nil) }
      var status = 0
      guard waymark_curl_status(curl, &status) == CURLE_OK, status > 0 else { return (Reply(.malformed), nil) }
      return (state.reply(status), waymark_curl_redirect(curl).map { String(cString: $0) })
    }
  }

  private func prepare(
    _ curl: UnsafeMutableRawPointer, _ call: OutboundAPI.Fetch, _ lines: UnsafeMutablePointer<curl_slist>?,
    _ body: UnsafeRawBufferPointer
  ) -> Bool {
    var codes = [
      waymark_curl_set_text(curl, CURLOPT_URL, call.url),
      waymark_curl_set_text(curl, CURLOPT_PROTOCOLS_STR, "http,https"),
      waymark_curl_set_long(curl, CURLOPT_FOLLOWLOCATION, 0),
      waymark_curl_set_long(curl, CURLOPT_SSL_VERIFYPEER, 1), waymark_curl_set_long(curl, CURLOPT_SSL_VERIFYHOST, 2),
      // Signals would end other threads' work.
      waymark_curl_set_long(curl, CURLOPT_NOSIGNAL, 1),
      waymark_curl_set_long(curl, CURLOPT_TIMEOUT_MS, call.limits.milliseconds),
      waymark_curl_set_long(
        curl, CURLOPT_CONNECTTIMEOUT_MS, min(call.limits.milliseconds, OutboundLimits.connectMilliseconds)),
      waymark_curl_set_text(curl, CURLOPT_USERAGENT, "waymark"),
      // No proxy, password file or cookie of this user's environment.
      waymark_curl_set_text(curl, CURLOPT_PROXY, ""), waymark_curl_set_long(curl, CURLOPT_NETRC, 0),
    ]
    if let lines { codes.append(waymark_curl_set_pointer(curl, CURLOPT_HTTPHEADER, lines)) }
    if let authorities { codes.append(waymark_curl_set_text(curl, CURLOPT_CAINFO, authorities)) }
    if call.method == .post {
      codes.append(waymark_curl_set_long(curl, CURLOPT_POST, 1))
      codes.append(waymark_curl_set_long(curl, CURLOPT_POSTFIELDSIZE, body.count))
      // The bytes stay valid until the request has ended.
      codes.append(
        waymark_curl_set_pointer(curl, CURLOPT_POSTFIELDS, UnsafeMutableRawPointer(mutating: body.baseAddress)))
    }
    return codes.allSatisfy { $0 == CURLE_OK }
  }

  /// Lets the state open sockets and receive bytes.
  private static func receive(_ curl: UnsafeMutableRawPointer, _ state: TransferState) -> Bool {
    let context = Unmanaged.passUnretained(state).toOpaque()
    let codes = [
      waymark_curl_set_opener(
        curl,
        { context, _, address in
          guard let context, let address else { return -1 }
          return Unmanaged<TransferState>.fromOpaque(context).takeUnretainedValue().open(address)
        }, context),
      waymark_curl_set_pointer(curl, CURLOPT_WRITEDATA, context),
      waymark_curl_set_receiver(curl, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
        guard let context else { return 0 }
        let received = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return Unmanaged<TransferState>.fromOpaque(context).takeUnretainedValue().addBody(received) ? size * count : 0
      },
      waymark_curl_set_pointer(curl, CURLOPT_HEADERDATA, context),
      waymark_curl_set_receiver(curl, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
        guard let context else { return 0 }
        let received = UnsafeRawBufferPointer(start: bytes, count: size * count)
        Unmanaged<TransferState>.fromOpaque(context).takeUnretainedValue().addHeader(received)
        return size * count
      },
    ]
    return codes.allSatisfy { $0 == CURLE_OK }
  }

  private static func failure(_ code: CURLcode, _ state: TransferState) -> Failure {
    if state.isTooLarge { return .tooLarge }
    return switch code {
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: .invalid
    case CURLE_COULDNT_RESOLVE_HOST: .unknownHost
    case CURLE_OPERATION_TIMEDOUT: .tooSlow
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE:
      .certificate
    case CURLE_FILESIZE_EXCEEDED: .tooLarge
    case CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_BAD_CONTENT_ENCODING:
      .malformed
    default: state.hasRejectedEveryAddress ? .notAllowed : .unreachable
    }
  }
}
