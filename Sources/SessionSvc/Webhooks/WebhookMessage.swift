import Chronology
import Crypto
import Domain
import JSON

/// The request of a webhook for one event, without its signature.
struct WebhookMessage: Sendable {
  var id: String
  var type: String
  var body: [UInt8]

  private static let idByteCount = 16

  /// `data` is JSON text.
  init(_ type: String, at time: Instant, data: String, _ phrase: WebhookPhrase) {
    id = "msg_" + Base64URL.encode(RandomBytes.make(Self.idByteCount))
    self.type = type
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("type", text: type)
      writer.member("timestamp", text: time.description)
      writer.name("data")
      writer.raw(data.utf8)
      writer.member("title", text: phrase.title)
      // The same text under the names that different receivers show.
      for name in ["message", "body", "text", "content"] { writer.member(name, text: phrase.message) }
    }
    body = writer.bytes
  }

  init(_ event: WebhookEvent, at time: Instant, data: String, _ phrase: WebhookPhrase) {
    self.init(event.rawValue, at: time, data: data, phrase)
  }
}

/// The secret of a webhook and its signatures, as in Standard Webhooks.
struct WebhookSecret: Sendable {
  static let byteCount = 32
  private static let purpose = "webhook secret"

  let bytes: [UInt8]

  init() { bytes = RandomBytes.make(Self.byteCount) }

  /// Returns nil if the bytes were sealed under another key.
  init?(_ sealed: [UInt8], _ key: SealingKey, user: String, webhook: String) {
    guard let bytes = key.open(sealed, for: Self.purpose, of: [user, webhook]) else { return nil }
    self.bytes = bytes
  }

  init(bytes: [UInt8]) { self.bytes = bytes }

  func sealed(_ key: SealingKey, user: String, webhook: String) -> [UInt8] {
    key.seal(bytes, for: Self.purpose, of: [user, webhook])
  }

  var text: String { "whsec_" + Base64.encode(bytes) }

  /// Returns the value of the header `webhook-signature`.
  func signature(of body: [UInt8], id: String, at time: Instant) -> String {
    let signed = Array("\(id).\(time.seconds).".utf8) + body
    return "v1," + Base64.encode(HMACSHA256.code(of: signed, secret: bytes))
  }
}
