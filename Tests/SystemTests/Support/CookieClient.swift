import Foundation
import Testing

/// A browser without a page: a client that keeps the server's cookies.
final class CookieClient {
  /// The header that pages of other sites cannot send.
  static let ours = ["X-Requested-With": "waymark"]

  /// One per host; they take turns.
  private let clients: [HTTPClient]
  private var turn = 0
  private var cookies: [String: String] = [:]

  init(_ stacks: Stack...) { clients = stacks.map { HTTPClient(port: $0.port, token: nil) } }

  /// Sends the next request.
  var client: HTTPClient { clients[turn % clients.count] }

  /// A browser that a link has signed in.
  convenience init(_ stack: Stack, user: String) throws {
    self.init(stack)
    let printed = try stack.command("sign-in", "--user", user)
    let link = try #require(printed.output.split(separator: "\n").first { $0.contains("/#") }, "\(printed)")
    let code = try #require(link.split(whereSeparator: { "#=".contains($0) }).last)
    #expect(try send("POST", "/session", #"{"code": "\#(code)"}"#).status == 204)
  }

  /// The header with the cookies; empty if there are none.
  var cookie: [String: String] {
    let pairs = cookies.map { "\($0)=\($1)" }.sorted().joined(separator: "; ")
    return pairs.isEmpty ? [:] : ["Cookie": pairs]
  }

  var session: [String: Any] { get throws { try send("GET", "/session").object } }

  @discardableResult
  func send(
    _ verb: String, _ path: String, _ body: String? = nil, headers: [String: String] = [:]
  ) throws -> Response {
    let sent = cookie.merging(Self.ours) { $1 }.merging(headers) { $1 }
    let response = try client.send(verb, "/api/v1" + path, body, headers: sent)
    turn += 1
    for line in (response.headers["set-cookie"] ?? "").split(separator: "\n") {
      guard let pair = line.components(separatedBy: "; ").first, let equals = pair.firstIndex(of: "=") else { continue }
      let value = pair[pair.index(after: equals)...]
      cookies[String(pair[..<equals])] = value.isEmpty ? nil : String(value)
    }
    return response
  }

  /// The value of one cookie.
  subscript(name: String) -> String? { cookies[name] }

  func drop(_ name: String) { cookies[name] = nil }
}
