import Proto

/// Errors as RFC 9457 writes them.
enum ProblemBody {
  /// `extra` is one CBOR map, whose members join the others.
  static func answer(
    _ status: Int, _ detail: String, errors: [Fault.Field]? = nil, extra: RawCBOR? = nil, fields: [UInt8] = []
  ) -> Answer {
    var body = [UInt8]("{\"type\":\"about:blank\",\"title\":".utf8)
    JSONBytes.append(Status.phrase(status), to: &body)
    body += [UInt8](",\"status\":\(status),\"detail\":".utf8)
    JSONBytes.append(detail, to: &body)
    if status == 422 {
      // A client that goes through the errors finds at least one.
      append(errors ?? [Fault.Field(field: "", message: detail)], to: &body)
    } else if let errors, !errors.isEmpty {
      append(errors, to: &body)
    }
    if let extra { append(members: extra, to: &body) }
    body.append(0x7D)
    return Answer(
      status: status, contentType: FieldLines.problem, fields: FieldLines.noStore + fields, body: body)
  }

  private static func append(_ errors: [Fault.Field], to body: inout [UInt8]) {
    body += [UInt8](",\"errors\":[".utf8)
    for (index, error) in errors.enumerated() {
      if index > 0 { body.append(Bytes.comma) }
      body += [UInt8]("{\"field\":".utf8)
      JSONBytes.append(error.field, to: &body)
      body += [UInt8](",\"message\":".utf8)
      JSONBytes.append(error.message, to: &body)
      body.append(0x7D)
    }
    body.append(0x5D)
  }

  private static func append(members extra: RawCBOR, to body: inout [UInt8]) {
    var text: [UInt8] = []
    var transcoder = CBORToJSON()
    let isWritten = extra.bytes.withUnsafeBytes { bytes in (try? transcoder.append(bytes, to: &text)) != nil }
    guard isWritten, text.count > 2, text.first == 0x7B else { return }
    body.append(Bytes.comma)
    body += text[1..<(text.count - 1)]
  }

  static func answer(_ refusal: Refusal) -> Answer {
    answer(
      refusal.status, refusal.detail, errors: refusal.errors,
      fields: refusal.status == 503 ? FieldLines.retrySoon : [])
  }

  /// What a service's fault is outside. `queries` are the names that came from the query: what is wrong with them is
  /// 400.
  static func answer(_ fault: Fault, queries: [[UInt8]] = []) -> Answer {
    switch fault.code {
    case .invalid:
      let isQuery = (fault.fields ?? []).contains { field in queries.contains { $0.elementsEqual(field.field.utf8) } }
      return answer(isQuery ? 400 : 422, fault.message, errors: fault.fields, extra: fault.detail)
    case .notFound: return answer(404, fault.message, extra: fault.detail)
    case .conflict: return answer(409, fault.message, extra: fault.detail)
    case .unauthenticated: return answer(401, fault.message, fields: FieldLines.badBearer)
    case .forbidden: return answer(403, fault.message, extra: fault.detail)
    case .overloaded, .unavailable, .deadlineExceeded, .cancelled:
      return answer(503, fault.message, fields: FieldLines.retrySoon)
    // What went wrong inside is in that service's log, not for a client.
    case .internal, .unknownMethod: return answer(500, "something went wrong inside; it has been logged")
    }
  }
}
