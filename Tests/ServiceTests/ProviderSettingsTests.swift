import Testing

@testable import Service

@Suite struct ProviderSettingsTests {
  private static let sound = [
    "WAYMARK_OIDC_ISSUER": "https://id.example.org/", "WAYMARK_OIDC_CLIENT_ID": "waymark",
    "WAYMARK_PUBLIC_URL": "https://waymark.example.org",
  ]

  private func settings(_ changes: [String: String?]) throws -> Settings {
    var values = Self.sound
    for (name, value) in changes { values[name] = value }
    return try Settings(flags: [:]) { [values] in values[$0] }
  }

  @Test("Reads all settings of the provider")
  func all() throws {
    let provider = try #require(
      try settings([
        "WAYMARK_OIDC_CLIENT_SECRET": "s", "WAYMARK_OIDC_NAME": "Home", "WAYMARK_OIDC_SCOPES": "profile groups",
        "WAYMARK_OIDC_USER_CLAIM": "email", "WAYMARK_OIDC_REGISTER": "no", "WAYMARK_OIDC_EXISTING": "take",
        "WAYMARK_OIDC_GROUPS": "a b, c ,", "WAYMARK_OIDC_GROUPS_CLAIM": "roles", "WAYMARK_OIDC_SESSION": "90d",
        "WAYMARK_OIDC_AUTO": "yes", "WAYMARK_OIDC_LOGOUT": "provider",
      ]).provider)
    #expect(provider.scopes == "openid profile groups" && provider.groups == ["a b", "c"])
    #expect(!provider.registers && provider.existing == .take && provider.sessionSeconds == 90 * 86_400)
    #expect(provider.isAutomatic && provider.endsProviderSession && provider.groupsClaim == "roles")
    let usual = try #require(try settings([:]).provider)
    #expect(usual.clientSecret == nil && usual.registers && usual.existing == .refuse && !usual.isAutomatic)
    #expect(usual.scopes == "openid profile email" && usual.name == "single sign-on")
    #expect(try settings(["WAYMARK_OIDC_ISSUER": nil, "WAYMARK_OIDC_CLIENT_ID": nil]).provider == nil)
  }

  @Test(
    "Names a setting that is invalid or lacks its partners",
    arguments: [
      (["WAYMARK_OIDC_ISSUER": "http://id.example.org"], "WAYMARK_OIDC_ISSUER"),
      (["WAYMARK_OIDC_ISSUER": "https://"], "WAYMARK_OIDC_ISSUER"),
      (["WAYMARK_OIDC_ISSUER": "https://id/?x"], "WAYMARK_OIDC_ISSUER"),
      (["WAYMARK_OIDC_ISSUER": "http://127.0.0.1.evil.org"], "WAYMARK_OIDC_ISSUER"),
      (["WAYMARK_OIDC_ISSUER": nil], "WAYMARK_OIDC_CLIENT_ID"),
      (["WAYMARK_OIDC_CLIENT_ID": nil], "WAYMARK_OIDC_CLIENT_ID"), (["WAYMARK_PUBLIC_URL": nil], "WAYMARK_PUBLIC_URL"),
      (["WAYMARK_OIDC_REGISTER": "maybe"], "WAYMARK_OIDC_REGISTER"),
      (["WAYMARK_OIDC_EXISTING": "yes"], "WAYMARK_OIDC_EXISTING"), (["WAYMARK_OIDC_AUTO": "1"], "WAYMARK_OIDC_AUTO"),
      (["WAYMARK_OIDC_LOGOUT": "yes"], "WAYMARK_OIDC_LOGOUT"),
      (["WAYMARK_OIDC_SESSION": "91d"], "WAYMARK_OIDC_SESSION"),
      (["WAYMARK_APP_REDIRECTS": "javascript:alert(1)"], "WAYMARK_APP_REDIRECTS"),
      (["WAYMARK_APP_REDIRECTS": "nothing"], "WAYMARK_APP_REDIRECTS"),
    ] as [([String: String?], String)])
  func wrong(changes: [String: String?], setting: String) throws {
    let error = #expect(throws: SettingsError.self) { _ = try settings(changes) }
    #expect(error?.description.contains(setting) == true, "\(error?.description ?? "")")
  }

  @Test(
    "Accepts http only for this machine",
    arguments: ["http://localhost:9000", "http://127.0.0.1:80/x", "http://[::1]"])
  func loopback(issuer: String) throws {
    #expect(try settings(["WAYMARK_OIDC_ISSUER": issuer]).provider?.issuer == issuer)
  }
}
