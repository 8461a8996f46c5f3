import JSON
import Proto

/// Writes errors as problem details (RFC 9457).
enum ProblemBody {
  /// `extra` is one CBOR map. Its members are appended to the problem's own.
  static func response(
    _ status: Int, _ detail: String, errors: [Fault.Field]? = nil, extra: RawCBOR? = nil, fields: [UInt8] = []
  ) -> HTTPResponse {
    var body = JSONWriter()
    body.object { body in
      body.member("type", text: "about:blank")
      body.member("title", text: Status.phrase(status))
      body.member("status", .integer(status))
      body.member("detail", text: detail)
      if status == 422 {
        // Clients that read `errors` find at least one.
        write(errors ?? [Fault.Field(field: "", message: detail)], to: &body)
      } else if let errors, !errors.isEmpty {
        write(errors, to: &body)
      }
      if let extra, let json = try? Transcode.json(fromCBOR: extra.bytes) { body.members(of: json) }
    }
    return HTTPResponse(
      status: status, contentType: FieldLines.problem, fields: FieldLines.noStore + fields, body: body.bytes)
  }

  private static func write(_ errors: [Fault.Field], to body: inout JSONWriter) {
    body.member("errors", .list(errors.map { ["field": .text($0.field), "message": .text($0.message)] }))
  }

  static func response(_ problem: RequestProblem) -> HTTPResponse {
    response(
      problem.status, problem.detail, errors: problem.errors,
      fields: problem.status == 503 ? FieldLines.retrySoon : [])
  }

  /// Maps a service's fault to a status. `queries` are the names of the query parameters: an invalid one is 400.
  static func response(_ fault: Fault, queries: [[UInt8]] = []) -> HTTPResponse {
    switch fault.code {
    case .invalid:
      let isQuery = (fault.fields ?? []).contains { field in queries.contains { $0.elementsEqual(field.field.utf8) } }
      return response(isQuery ? 400 : 422, fault.message, errors: fault.fields, extra: fault.detail)
    case .notFound: return response(404, fault.message, extra: fault.detail)
    case .conflict: return response(409, fault.message, extra: fault.detail)
    case .unauthenticated: return response(401, fault.message, fields: FieldLines.badBearer)
    case .forbidden: return response(403, fault.message, extra: fault.detail)
    case .overloaded, .unavailable, .deadlineExceeded, .cancelled:
      return response(503, fault.message, fields: FieldLines.retrySoon)
    // The details are in that service's log. The client does not see them.
    case .internal, .unknownMethod: return response(500, "internal error; the details are in the server's log")
    }
  }
}
