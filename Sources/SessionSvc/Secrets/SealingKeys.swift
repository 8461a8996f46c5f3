import Crypto
import Glibc
public import Service
import Synchronization

/// Provides the key that seals secrets: that of the settings, or one in a file that is created when it is first needed.
///
/// The key is in no database, export or backup.
public final class SealingKeys: Sendable {
  private let path: String?
  private let key: Mutex<SealingKey?>

  public init(_ settings: Settings) {
    path = settings.secretKeyPath
    key = Mutex(settings.secretKey.flatMap { SealingKey($0) })
  }

  /// Uses a random key, which ends with the process.
  public init() {
    path = nil
    key = Mutex(SealingKey(RandomBytes.make(SealingKey.byteCount)))
  }

  /// Throws if the file cannot be read or created. It never replaces a file.
  func current() throws(SettingsError) -> SealingKey {
    try key.withLock { (known: inout SealingKey?) throws(SettingsError) -> SealingKey in
      if let known { return known }
      guard let path else { throw SettingsError("there is no key") }
      var found = try Self.read(path)
      if found == nil { found = try Self.create(path) }
      known = found
      guard let found else { throw SettingsError("cannot read \(path): it was removed") }
      return found
    }
  }

  /// If another process is faster, its key counts.
  private static func create(_ path: String) throws(SettingsError) -> SealingKey? {
    let secret = RandomBytes.make(SealingKey.byteCount)
    try Files.createOnce(path, with: Base64URL.encode(secret) + "\n")
    return try read(path)
  }

  /// Returns nil if there is no file.
  private static func read(_ path: String) throws(SettingsError) -> SealingKey? {
    guard access(path, F_OK) == 0 else { return nil }
    let text = String(decoding: try Files.read(path, atMost: 1_024), as: UTF8.self)
    guard let key = Settings.secretKey(parsing: text).flatMap({ SealingKey($0) }) else {
      throw SettingsError("\(path) does not contain 32 bytes in base64")
    }
    return key
  }
}
