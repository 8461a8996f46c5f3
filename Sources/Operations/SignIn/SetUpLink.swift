import Glibc
public import Service
import SessionSvc

/// The link that creates the first admin. It works while there is none.
public enum SetUpLink {
  /// Creates a new link, which replaces this host's previous one, and writes it to `DATA/setup-link`. Returns nil if an
  /// admin exists, and then removes that file.
  public static func make(
    _ settings: Settings, at address: ListenAddress? = nil, _ mode: JournalAccess.Mode
  ) throws -> String? {
    let host = hostName(settings)
    let code = try JournalAccess.withPeople(settings, mode) { try await $0.setUpCode(host: host) }
    guard let code else {
      unlink(settings.setupLinkPath)
      return nil
    }
    let link = PersonLink.setUp(code, at: try SignInLink.base(settings, at: address))
    try Files.replace(settings.setupLinkPath, with: link + "\n")
    return link
  }

  /// Distinguishes the hosts of one database.
  public static func hostName(_ settings: Settings) -> String {
    var name = [CChar](repeating: 0, count: 256)
    _ = gethostname(&name, name.count - 1)
    let host = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return "\(host) \(Files.real(settings.data) ?? settings.data)"
  }
}
