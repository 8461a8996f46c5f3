import API
import Proto

/// The body and the header lines of the response that is being written. The buffers are reused for each request.
struct ReplyBuffer {
  private(set) var body: [UInt8] = []
  private(set) var fields: [UInt8] = []
  private var toJSON = CBORToJSON()

  /// Writes a reply as the body.
  mutating func write(_ reply: UnsafeRawBufferPointer, _ success: Endpoint.Success) throws -> WrittenReply {
    if body.capacity > Limits.keptBytes { body = [] }
    body.removeAll(keepingCapacity: true)
    return try WrittenReply(reply, success, &toJSON, to: &body)
  }

  mutating func append(_ page: UnsafeRawBufferPointer, to list: PagedList) throws {
    try list.append(page, &toJSON)
  }

  /// Writes the lines of a response with an entity tag, and those of a compressed body.
  mutating func writeFields(_ more: [UInt8], cacheControl: StaticString, tag: [UInt8], coding: [UInt8]) {
    fields.removeAll(keepingCapacity: true)
    if !more.isEmpty { fields += more }
    fields.append(cacheControl)
    fields.append(FieldLines.entityTag)
    fields += tag
    fields += FieldLines.lineEnd
    if !coding.isEmpty { fields += coding }
  }
}
