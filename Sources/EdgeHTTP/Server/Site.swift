import API
import Connectors
import Service

/// The address of the edge for clients, the proxies that it trusts, and its fixed pages.
struct Site {
  let publicURL: PublicURL?
  /// The path of the public address, which precedes every path; usually empty.
  let basePath: [UInt8]
  let trustedProxies: TrustedProxies
  /// The header by which trusted proxies name the user, in lower case.
  let userHeader: String?
  let cors: CORS
  var website: Website?
  let metricsAccess: MetricsAccess
  let openAPI: OpenAPIPage
  let connectors: ConnectorBases

  init(_ options: Edge.Options, _ endpoints: [Endpoint]) {
    publicURL = options.publicURL
    basePath = [UInt8]((options.publicURL?.path ?? "").utf8)
    trustedProxies = options.trustedProxies
    userHeader = options.userHeader
    cors = CORS(origins: options.corsOrigins)
    website = options.website
    connectors = ConnectorBases(ConnectorList.all, on: options.connectors)
    metricsAccess = options.metricsAccess
    openAPI = OpenAPIPage(endpoints, server: options.publicURL?.description ?? "/")
  }

  /// The path that cookies are valid for.
  var cookiePath: String { publicURL?.path ?? "" }
}
