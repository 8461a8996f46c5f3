/// The credentials that a client has presented. A token has the kind `token` or `device`.
public enum ConnectorCredentials: Sendable, Equatable {
  case none
  /// The credentials cannot be read.
  case malformed
  /// A token, and the name that was entered with it, if the protocol has one.
  case token(name: String?, [UInt8])
  /// The MD5 of a device token as it was typed, in lower-case hexadecimal digits.
  case md5(name: String, String)
  /// The secret in a cookie that stands for a token.
  case cookie([UInt8])

  /// The name that was entered, which must be the user id or `me`.
  public var name: String? {
    switch self {
    case .none, .malformed, .cookie: nil
    case .token(let name, _): name
    case .md5(let name, _): name
    }
  }

  /// Whether the entered name belongs to the owner of the token.
  public func names(_ user: String) -> Bool { name.map { $0 == user || $0 == "me" } ?? true }

  /// Parses Basic credentials, which are split at their last colon, because ids may contain colons.
  public static func basic(_ field: String?) -> ConnectorCredentials {
    guard let field else { return .none }
    guard let encoded = value(of: field, scheme: ["basic"]), let bytes = Base64.decode(encoded.utf8),
      let colon = bytes.lastIndex(of: 0x3A), let name = String(validating: bytes[..<colon], as: UTF8.self)
    else { return .malformed }
    return .token(name: name, Array(bytes[(colon + 1)...]))
  }

  /// Parses a token after `Token` or `Bearer`, in any case.
  public static func token(_ field: String?) -> ConnectorCredentials {
    guard let field else { return .none }
    guard let token = value(of: field, scheme: ["token", "bearer"]) else { return .malformed }
    return .token(name: nil, Array(token.utf8))
  }

  /// The fields `x-auth-user` and `x-auth-key`.
  public static func digest(name: String?, key: String?) -> ConnectorCredentials {
    guard let name, let key, !name.isEmpty, !key.isEmpty else { return .none }
    let digits = key.lowercased()
    guard digits.utf8.count == 32, digits.utf8.allSatisfy(Hex.isDigit) else { return .malformed }
    return .md5(name: name, digits)
  }

  private static func value(of field: String, scheme: [String]) -> String? {
    guard let space = field.firstIndex(of: " "), scheme.contains(field[..<space].lowercased()) else { return nil }
    let value = field[space...].drop { $0 == " " }
    return value.isEmpty ? nil : String(value)
  }
}

enum Hex {
  /// The value of a digit in either case.
  static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
}

/// Base64 with or without padding.
enum Base64 {
  static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var (held, bits) = (UInt32(0), UInt32(0))
    var padding = 0
    for symbol in text {
      let value: UInt8
      switch symbol {
      case 0x41...0x5A: value = symbol - 0x41
      case 0x61...0x7A: value = symbol - 0x47
      case 0x30...0x39: value = symbol + 4
      case 0x2B, 0x2D: value = 62
      case 0x2F, 0x5F: value = 63
      case 0x3D:
        padding += 1
        continue
      default: return nil
      }
      guard padding == 0 else { return nil }
      (held, bits) = (held << 6 | UInt32(value), bits + 6)
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: held >> bits))
      }
    }
    return padding <= 2 && bits < 6 ? bytes : nil
  }
}
