import API
import Service

extension SessionAPI.PasskeySite {
  /// Returns the site of a public address. Browsers offer passkeys only over https or on `localhost`, and not for an
  /// address of numbers.
  init?(_ url: PublicURL) {
    let host = url.host
    guard url.isHTTPS || host == "localhost", !host.hasPrefix("["), IPAddress(parsing: host) == nil else { return nil }
    self.init(id: host, origin: url.origin)
  }

  /// Returns the site of a request without a public address.
  init?(authority: String, isHTTPS: Bool) {
    guard PublicURL.host(of: authority) == "localhost" else { return nil }
    self.init(id: "localhost", origin: PublicURL.origin(of: authority, isHTTPS: isHTTPS))
  }
}
