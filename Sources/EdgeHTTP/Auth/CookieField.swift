import API

/// Parses the `Cookie` field (RFC 6265, section 4.2) for the cookie of a browser session.
enum CookieField {
  static let name = "waymark"
  /// Used over https if the public address has no path. Another host of the same domain cannot set it.
  static let hostName = "__Host-waymark"
  /// The cookie with the sealed sign-ins that the browser has begun with the provider.
  static let attemptsName = "waymark_oidc"
  private static let attemptsPath = Endpoints.base + "/session/oidc"
  /// The cookie with the sealed challenge of a passkey.
  static let challengeName = "waymark_passkey"

  enum Found: Equatable {
    case none
    case value([UInt8])
    /// It is malformed, so this server did not set it.
    case wrong
    /// Another site may have set a second one, and the genuine one is not known.
    case several
  }

  /// Ignores other cookies. The older name counts only without the other one.
  static func find(in field: [UInt8]) -> Found {
    let host = find(hostName, in: field)
    return host == .none ? find(name, in: field) : host
  }

  /// Whether the older name is sent.
  static func hasOldName(_ field: [UInt8]) -> Bool { find(name, in: field) != .none }

  private static func find(_ name: String, in field: [UInt8]) -> Found {
    let values = values(of: name, in: field)
    guard let value = values.first else { return .none }
    guard values.count == 1 else { return .several }
    return isSecret(value) ? .value(Array(value)) : .wrong
  }

  /// Returns the value of another cookie of this server, if there is exactly one.
  static func value(of name: String, in field: [UInt8]) -> String? {
    let values = values(of: name, in: field)
    return values.count == 1 ? String(decoding: values[0], as: UTF8.self) : nil
  }

  private static func values(of name: String, in field: [UInt8]) -> [ArraySlice<UInt8>] {
    field.split(separator: 0x3B).compactMap { pair in
      let start = pair.firstIndex { $0 != Bytes.space && $0 != Bytes.tab } ?? pair.endIndex
      guard let equals = pair[start...].firstIndex(of: 0x3D), pair[start..<equals].elementsEqual(name.utf8) else {
        return nil
      }
      return pair[(equals + 1)...]
    }
  }

  /// `wb_` and 43 characters of base64url.
  private static func isSecret(_ value: ArraySlice<UInt8>) -> Bool {
    value.count == 46 && value.starts(with: "wb_".utf8)
      && value.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
      }
  }

  /// The paths and the scheme for which the cookie is valid. They determine its name.
  struct Place {
    var path: String
    var isSecure: Bool

    var name: String { isSecure && path.isEmpty ? CookieField.hostName : CookieField.name }
  }

  /// Returns the line that sets the cookie.
  static func line(secret: String, seconds: Int, _ place: Place) -> [UInt8] {
    line(place.name, secret, seconds, place)
  }

  /// Returns the lines that clear the cookie. `hasOldName` says whether the browser has sent the older name too.
  static func clearing(_ place: Place, hasOldName: Bool) -> [UInt8] {
    line(place.name, "", 0, place) + (hasOldName ? clearingOldName(place) : [])
  }

  /// Returns the line that clears the older name; empty if that is the current one.
  static func clearingOldName(_ place: Place) -> [UInt8] {
    place.name == name ? [] : line(name, "", 0, place)
  }

  /// Returns the line that sets the challenge of a passkey.
  static func line(challenge: String, seconds: Int, _ place: Place) -> [UInt8] {
    line(challengeName, challenge, seconds, place)
  }

  /// Returns the line that sets the cookie of begun sign-ins, or clears it if the value is empty. It is `Lax`, because
  /// a `Strict` cookie is not sent with the provider's redirect.
  static func line(attempts: String, seconds: Int, _ place: Place) -> [UInt8] {
    line(attemptsName, attempts, seconds, place, at: place.path + attemptsPath, sameSite: "Lax")
  }

  private static func line(
    _ name: String, _ value: String, _ seconds: Int, _ place: Place, at path: String? = nil, sameSite: String = "Strict"
  ) -> [UInt8] {
    let path = path ?? (place.path.isEmpty ? "/" : place.path)
    return FieldLines.line(
      "Set-Cookie",
      "\(name)=\(value); Path=\(path); Max-Age=\(seconds); HttpOnly; SameSite=\(sameSite)"
        + (place.isSecure ? "; Secure" : ""))
  }
}
