import Crypto
import Foundation
import SoftAuthenticator
import Testing

/// A person's device: an authenticator, and the address that the browser shows.
struct PasskeyDevice {
  let authenticator = SoftAuthenticator()
  var origin: String
  var site: String

  /// Adds a passkey in a signed-in browser.
  func add(to browser: CookieClient, name: String = "phone", headers: [String: String] = [:]) throws -> Response {
    let made = try browser.send("POST", "/passkeys/options", headers: headers)
    guard made.status == 200 else { return made }
    authenticator.userHandle = try bytes((made.object["user"] as? [String: Any])?.text("id"))
    let created = authenticator.create(statement(try bytes(made.object.text("challenge"))))
    return try browser.send(
      "POST", "/passkeys", try json(authenticator.json(created, name: name)), headers: headers)
  }

  /// Answers the challenge of a browser with the body of a sign-in or a confirmation.
  func proof(for browser: CookieClient, headers: [String: String] = [:]) throws -> String {
    let made = try browser.send("POST", "/session/passkey/options", headers: headers)
    #expect(made.status == 200, "\(made.text)")
    let used = authenticator.use(statement(try bytes(made.object.text("challenge"))))
    return try json(authenticator.json(used))
  }

  private func statement(_ challenge: [UInt8]) -> SoftAuthenticator.Statement {
    SoftAuthenticator.Statement(origin: origin, partyId: site, challenge: challenge)
  }

  private func bytes(_ text: String?) throws -> [UInt8] {
    try #require(text.flatMap { Base64URL.decode($0) })
  }

  private func json(_ object: [String: Any]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }
}
