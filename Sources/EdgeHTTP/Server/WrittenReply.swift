import API
import Proto

/// A reply whose value is written as the body; the reply of a write is `{created, replayed, value}`, and that of a
/// passkey's ceremony is `{value, challenge, seconds}`.
struct WrittenReply {
  var isCreated = false
  var isReplayed = false
  /// The challenge for the browser's cookie, and its lifetime.
  var challenge = ""
  var seconds = 0
  /// The type of an image.
  var media: MediaType?

  /// A reply that is only a value.
  init() {}

  init(
    _ reply: UnsafeRawBufferPointer, _ success: Endpoint.Success, _ toJSON: inout CBORToJSON, to body: inout [UInt8]
  ) throws {
    switch success {
    case .nothing, .download, .events, .gathered, .cookie, .redirect: break
    case .value: try toJSON.append(reply, to: &body)
    case .media(let type): try copy(reply, [type], to: &body)
    case .image: try copy(reply, MediaType.images, to: &body)
    case .done, .written, .challenge: try read(reply, &toJSON, to: &body)
    }
  }

  private mutating func read(
    _ reply: UnsafeRawBufferPointer, _ toJSON: inout CBORToJSON, to body: inout [UInt8]
  ) throws {
    var reader = CBORReader(reply)
    guard case .map(let count?) = try reader.next() else { throw CBORToJSON.Unwritable() }
    for _ in 0..<count {
      guard case .text(let name) = try reader.next() else { throw CBORToJSON.Unwritable() }
      if name.elementsEqual("value".utf8) {
        try toJSON.append(&reader, to: &body)
      } else if name.elementsEqual("created".utf8) {
        if case .bool(true) = try reader.next() { isCreated = true }
      } else if name.elementsEqual("replayed".utf8) {
        if case .bool(true) = try reader.next() { isReplayed = true }
      } else if name.elementsEqual("challenge".utf8) {
        if case .text(let text) = try reader.next() { challenge = String(decoding: text, as: UTF8.self) }
      } else if name.elementsEqual("seconds".utf8) {
        if case .unsigned(let value) = try reader.next() { seconds = Int(clamping: value) }
      } else {
        try reader.skip()
      }
    }
  }

  /// Throws if the reply has another type than its route declares.
  private mutating func copy(
    _ reply: UnsafeRawBufferPointer, _ types: [MediaType], to body: inout [UInt8]
  ) throws {
    var reader = CBORReader(reply)
    guard case .map(let count?) = try reader.next() else { throw CBORToJSON.Unwritable() }
    for _ in 0..<count {
      guard case .text(let name) = try reader.next() else { throw CBORToJSON.Unwritable() }
      if name.elementsEqual("contentType".utf8) {
        guard case .text(let text) = try reader.next() else { throw CBORToJSON.Unwritable() }
        media = types.first { text.elementsEqual($0.rawValue.utf8) }
      } else if name.elementsEqual("bytes".utf8) {
        guard case .bytes(let bytes) = try reader.next() else { throw CBORToJSON.Unwritable() }
        body += bytes
      } else {
        try reader.skip()
      }
    }
    guard media != nil else { throw CBORToJSON.Unwritable() }
  }
}

extension MediaType {
  var contentType: StaticString {
    switch self {
    case .svg: FieldLines.svg
    case .pdf: FieldLines.pdf
    case .gpx: FieldLines.gpx
    case .jpeg: FieldLines.jpeg
    case .png: FieldLines.png
    case .webp: FieldLines.webp
    }
  }

  var fileExtension: String {
    switch self {
    case .svg: "svg"
    case .pdf: "pdf"
    case .gpx: "gpx"
    case .jpeg: "jpg"
    case .png: "png"
    case .webp: "webp"
    }
  }

  /// Additional header lines for browsers.
  var fields: [UInt8] {
    switch self {
    case .svg: FieldLines.picture
    case .pdf, .gpx, .jpeg, .png, .webp: FieldLines.noSniff
    }
  }
}
