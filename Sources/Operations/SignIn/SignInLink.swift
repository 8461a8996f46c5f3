public import Service
import SessionSvc

/// A link that signs a browser in once.
public enum SignInLink {
  /// Creates the code for a link.
  public static func code(_ settings: Settings, user: String) throws -> String {
    try JournalAccess.withTokens(settings, .writing) { try await $0.createCode(user: user, now: .now) }
  }

  /// The code is in the fragment, which a browser never sends, so no log contains it.
  public static func url(_ base: String, _ code: String) -> String { "\(base)/#code=\(code)" }

  /// Returns the public URL of the running edge or of the settings, or the address where a browser on this machine
  /// reaches the edge.
  public static func base(_ settings: Settings, at address: ListenAddress? = nil) throws -> String {
    let running = running(settings)
    if address == nil, let url = running?.url { return url }
    if let url = settings.publicURL { return url.description }
    var address = address ?? running?.address ?? settings.listen
    guard address.port != 0 else {
      throw OperationFailure("the port is unknown until the stack runs; start it, or give --listen HOST:PORT")
    }
    if address.host == "0.0.0.0" { address.host = "127.0.0.1" }
    if address.host == "::" { address.host = "::1" }
    return "http://\(address)"
  }

  /// Reads the address that the running edge has written, and its public URL if it has one.
  private static func running(_ settings: Settings) -> (address: ListenAddress, url: String?)? {
    guard let text = try? Files.read(settings.addressPath) else { return nil }
    let lines = text.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    guard let first = lines.first, let address = try? ListenAddress(parsing: first) else { return nil }
    return (address, lines.dropFirst().first)
  }
}
