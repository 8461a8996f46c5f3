/// The clients that may read the metrics of the edge.
public enum MetricsAccess: Sendable, Equatable {
  /// Every client of the edge.
  case everyClient
  /// Requests with valid credentials of any user.
  case credentials
  case nobody
  /// Every client of this address. The edge's other addresses do not serve the metrics.
  case address(ListenAddress)

  init(parsing text: String) throws(SettingsError) {
    switch text {
    case "public": self = .everyClient
    case "token": self = .credentials
    case "off": self = .nobody
    default:
      guard let address = try? ListenAddress(parsing: text) else {
        throw SettingsError("WAYMARK_METRICS: '\(text)' is not one of public, token, off, or an address HOST:PORT")
      }
      self = .address(address)
    }
  }
}
