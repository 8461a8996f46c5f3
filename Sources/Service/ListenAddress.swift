/// The address of the edge: a host name or address, and a port. Port 0 means any free port.
public struct ListenAddress: Sendable, Equatable, CustomStringConvertible {
  public var host: String
  public var port: UInt16

  public init(host: String = "127.0.0.1", port: UInt16 = 8080) {
    self.host = host
    self.port = port
  }

  /// Parses `HOST:PORT`, `[IPv6]:PORT`, or `:PORT` for all addresses of the machine.
  public init(parsing text: String) throws(SettingsError) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
      throw SettingsError("listen address '\(text)' is not HOST:PORT, such as 127.0.0.1:8080")
    }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = String(host.dropFirst().dropLast())
    } else if host.contains(":") {
      throw SettingsError("listen address '\(text)' needs brackets around its IPv6 address: [::1]:8080")
    }
    self.init(host: host.isEmpty ? "0.0.0.0" : host, port: port)
  }

  public var description: String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
