import API
import Chronology
import Crypto
import OpenIDConnect
import Service
import Synchronization

/// Why the provider has given no usable response. The log shows it; it contains nothing that the provider has sent.
enum ProviderError: Error, Hashable, CustomStringConvertible {
  case notFetched(OutboundAPI.Fetch.Failure)
  case status(Int)
  case malformed(String)
  case tooManyRequests

  var description: String {
    switch self {
    case .notFetched(let failure): "no response: \(failure.rawValue)"
    case .status(let status): "status \(status)"
    case .malformed(let document): "malformed \(document)"
    case .tooManyRequests: "too many sign-ins at once"
    }
  }
}

/// Makes the requests to the provider, and keeps its description and its keys.
final class ProviderGateway: Sendable {
  typealias Fetch = @Sendable (OutboundAPI.Fetch) async -> OutboundAPI.Fetch.Reply

  static let keptSeconds: Int64 = 3_600
  static let keyReloadSeconds: Int64 = 60
  private static let mostRequests = 64

  private struct Known {
    var discovery: (value: Discovery, at: Instant)?
    var keys: (value: ProviderKeys, at: Instant)?
    /// When an unknown key last caused a request.
    var reloadedAt: Instant?
    var requests = 0
    /// The request for the description in flight.
    var discovering: Task<Result<Discovery, ProviderError>, Never>?
  }

  let settings: ProviderSettings
  let publicURL: PublicURL
  let sealingKeys: SealingKeys
  private let fetch: Fetch
  private let known = Mutex(Known())

  init(_ settings: ProviderSettings, publicURL: PublicURL, sealingKeys: SealingKeys, fetch: @escaping Fetch) {
    self.settings = settings
    self.publicURL = publicURL
    self.sealingKeys = sealingKeys
    self.fetch = fetch
  }

  var redirectAddress: String { "\(publicURL)/api/v1/session/oidc/callback" }

  /// One request is in flight at a time. A failure is not kept.
  func discovery(now: Instant) async throws(ProviderError) -> Discovery {
    let begun: (kept: Discovery?, task: Task<Result<Discovery, ProviderError>, Never>?) = known.withLock { known in
      if let kept = known.discovery, Self.isKept(kept.at, now) { return (kept.value, nil) }
      if let task = known.discovering { return (nil, task) }
      let task = Task { await self.discover(now: now) }
      known.discovering = task
      return (nil, task)
    }
    if let kept = begun.kept { return kept }
    guard let task = begun.task else { throw .tooManyRequests }
    return try await task.value.get()
  }

  private func discover(now: Instant) async -> Result<Discovery, ProviderError> {
    let result: Result<Discovery, ProviderError>
    do throws(ProviderError) {
      let bytes = try await get(Discovery.url(of: settings.issuer))
      guard let value = Discovery(bytes, issuer: settings.issuer) else { throw .malformed("description") }
      result = .success(value)
    } catch {
      result = .failure(error)
    }
    known.withLock { known in
      known.discovering = nil
      if case .success(let value) = result { known.discovery = (value, now) }
    }
    return result
  }

  private static func isKept(_ time: Instant, _ now: Instant) -> Bool {
    (time.seconds..<(time.seconds + keptSeconds)).contains(now.seconds)
  }

  func keys(_ discovery: Discovery, now: Instant) async throws(ProviderError) -> ProviderKeys {
    let kept = known.withLock { $0.keys }
    if let kept, Self.isKept(kept.at, now) { return kept.value }
    return try await load(discovery, now: now)
  }

  /// Requests the keys again because a token has an unknown one. Nil if that was tried within the last minute.
  func reloadedKeys(_ discovery: Discovery, now: Instant) async throws(ProviderError) -> ProviderKeys? {
    let isAllowed = known.withLock { known in
      if let last = known.reloadedAt, (last.seconds..<(last.seconds + Self.keyReloadSeconds)).contains(now.seconds) {
        return false
      }
      known.reloadedAt = now
      return true
    }
    return isAllowed ? try await load(discovery, now: now) : nil
  }

  private func load(_ discovery: Discovery, now: Instant) async throws(ProviderError) -> ProviderKeys {
    guard let keys = ProviderKeys(try await get(discovery.keysURL)) else { throw .malformed("keys") }
    known.withLock { $0.keys = (keys, now) }
    return keys
  }

  /// Exchanges a code for tokens. The request is never repeated, because a code works once.
  func tokens(
    code: String, verifier: String, _ discovery: Discovery
  ) async throws(ProviderError) -> TokenResponse {
    var form = [
      ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectAddress),
      ("code_verifier", verifier),
    ]
    var headers: [OutboundAPI.Fetch.Header] = [
      .init("Content-Type", "application/x-www-form-urlencoded"), .init("Accept", "application/json"),
    ]
    let clientID = settings.clientID
    switch settings.clientSecret {
    case nil: form.append(("client_id", clientID))
    case let secret? where discovery.takesSecretInBody: form += [("client_id", clientID), ("client_secret", secret)]
    case let secret?:
      let pair = "\(QueryText.escaped(clientID)):\(QueryText.escaped(secret))"
      headers.append(.init("Authorization", "Basic \(Base64.encode(Array(pair.utf8)))"))
    }
    let body = Array(QueryText.joined(form).utf8)
    let bytes = try await send(.init(.post, discovery.tokenEndpoint, headers: headers, body: body))
    guard let response = TokenResponse(bytes) else { throw .malformed("token response") }
    return response
  }

  func requestUserInfo(_ endpoint: String, accessToken: String) async throws(ProviderError) -> [UInt8] {
    try await get(endpoint, [.init("Authorization", "Bearer \(accessToken)")])
  }

  private func get(_ url: String, _ headers: [OutboundAPI.Fetch.Header] = []) async throws(ProviderError) -> [UInt8] {
    try await send(.init(.get, url, headers: headers + [.init("Accept", "application/json")]))
  }

  private func send(_ request: OutboundAPI.Fetch) async throws(ProviderError) -> [UInt8] {
    let isAllowed = known.withLock { known in
      guard known.requests < Self.mostRequests else { return false }
      known.requests += 1
      return true
    }
    guard isAllowed else { throw .tooManyRequests }
    var request = request
    request.namedBy = .administrator
    let reply = await fetch(request)
    known.withLock { $0.requests -= 1 }
    if let failure = reply.failure { throw .notFetched(failure) }
    guard reply.status == 200 else { throw .status(reply.status) }
    return reply.body
  }
}
