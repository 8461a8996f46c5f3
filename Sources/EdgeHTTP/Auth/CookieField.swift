/// Parses the `Cookie` field (RFC 6265, section 4.2) for the cookie `waymark`.
enum CookieField {
  static let name = "waymark"

  enum Found: Equatable {
    case none
    case value([UInt8])
    /// It is repeated or malformed, so this server did not set it.
    case wrong
  }

  /// Ignores other cookies.
  static func find(in field: [UInt8]) -> Found {
    var found = Found.none
    for pair in field.split(separator: 0x3B) {
      let start = pair.firstIndex { $0 != Bytes.space && $0 != Bytes.tab } ?? pair.endIndex
      guard let equals = pair[start...].firstIndex(of: 0x3D), pair[start..<equals].elementsEqual(name.utf8) else {
        continue
      }
      guard found == .none, isSecret(pair[(equals + 1)...]) else { return .wrong }
      found = .value(Array(pair[(equals + 1)...]))
    }
    return found
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

  /// Returns the line that sets the cookie, or clears it if `secret` is nil.
  static func line(secret: String?, seconds: Int, path: String, isSecure: Bool) -> [UInt8] {
    FieldLines.line(
      "Set-Cookie",
      "\(name)=\(secret ?? ""); Path=\(path.isEmpty ? "/" : path); Max-Age=\(secret == nil ? 0 : seconds); HttpOnly; "
        + "SameSite=Strict\(isSecure ? "; Secure" : "")")
  }
}
