import API
import Proto

/// A reply whose value is written as the body; the reply of a write is `{created, replayed, value}`.
struct WrittenReply {
  var isCreated = false
  var isReplayed = false

  init(
    _ reply: UnsafeRawBufferPointer, _ success: Endpoint.Success, _ toJSON: inout CBORToJSON, to body: inout [UInt8]
  ) throws {
    switch success {
    case .nothing, .download, .events, .gathered, .cookie: break
    case .value: try toJSON.append(reply, to: &body)
    case .media(let type): try copy(reply, type, to: &body)
    case .done, .written: try read(reply, &toJSON, to: &body)
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
      } else {
        try reader.skip()
      }
    }
  }

  /// Thrown if the reply has another type than its route declares.
  private func copy(_ reply: UnsafeRawBufferPointer, _ type: MediaType, to body: inout [UInt8]) throws {
    var reader = CBORReader(reply)
    guard case .map(let count?) = try reader.next() else { throw CBORToJSON.Unwritable() }
    var isOfType = false
    for _ in 0..<count {
      guard case .text(let name) = try reader.next() else { throw CBORToJSON.Unwritable() }
      if name.elementsEqual("contentType".utf8) {
        guard case .text(let text) = try reader.next() else { throw CBORToJSON.Unwritable() }
        isOfType = text.elementsEqual(type.rawValue.utf8)
      } else if name.elementsEqual("bytes".utf8) {
        guard case .bytes(let bytes) = try reader.next() else { throw CBORToJSON.Unwritable() }
        body += bytes
      } else {
        try reader.skip()
      }
    }
    guard isOfType else { throw CBORToJSON.Unwritable() }
  }
}

extension MediaType {
  var contentType: StaticString {
    switch self {
    case .svg: FieldLines.svg
    case .pdf: FieldLines.pdf
    }
  }

  /// Additional header lines for browsers.
  var fields: [UInt8] {
    switch self {
    case .svg: FieldLines.picture
    case .pdf: FieldLines.noSniff
    }
  }
}
