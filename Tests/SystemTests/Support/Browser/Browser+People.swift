import Foundation
import Testing

/// Signing in as a person, with a password or a passkey.
extension Browser {
  static let password = "correct horse battery"

  /// Returns the fragment of a link (`setup`, `invitation`) that a command has printed.
  static func hash(in text: String, _ name: String) throws -> String {
    let line = try #require(text.split(separator: "\n").first { $0.contains("#\(name)=") }, "\(text)")
    return "#" + (try #require(line.components(separatedBy: "#").last))
  }

  /// Creates the first admin with the set-up link.
  func setUp(_ stack: Stack, user: String, name: String) throws {
    try open(Self.hash(in: stack.log, "setup"))
    try type(user, into: "User id")
    try type(name, into: "Your name")
    try type(Self.password, into: "Password")
    try click(role: "button", name: "Create the account")
  }

  func signIn(user: String, password: String = password) throws {
    try type(user, into: "User id")
    try type(password, into: "Password")
    try press(Key.enter)
  }

  func signIn(token: String) throws {
    try waitForFocus("User id")
    try click(role: "button", name: "Use a token")
    try type(token, into: "Token")
    try press(Key.enter)
  }

  /// Adds an authenticator that confirms every request of the page.
  func addAuthenticator() throws {
    try driver.post(
      "/webauthn/authenticator",
      [
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": true, "hasUserVerification": true,
        "isUserConsenting": true, "isUserVerified": true,
      ])
  }

  /// The authenticator handles requests of the field for the user id too, without a choice of the person. Passkeys are
  /// then offered only by the button.
  func stopOfferingPasskeys() throws {
    try run("PublicKeyCredential.isConditionalMediationAvailable = async () => false")
  }

  func waitForDialog(_ name: String) throws {
    try waitFor(role: "heading", name: name)
    try expectAccessible(.place)
  }

  func waitForNoDialog() throws {
    try eventually(within: Self.patience, "no dialog is open") {
      try run("return document.querySelector('dialog[open]') === null") as? Bool == true
    }
  }
}
