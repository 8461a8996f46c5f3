import API
import Proto

/// `POST /imports`: the body is written to a file, which another process reads.
extension Edge {
  func beginImport(_ connection: HTTPConnection, _ route: Route) {
    let call: EdgeAPI.ImportFile
    do throws(RequestProblem) {
      let held = connection.headBytes
      try writeArgument(connection, route, held.span, 0..<0)
    } catch {
      return connection.respond(ProblemBody.response(error))
    }
    do throws(Fault) {
      call = try arguments.withBytes { bytes throws(Fault) in
        try CBORDecoder.decode(EdgeAPI.ImportFile.self, from: bytes)
      }
    } catch {
      return fail(connection, route, error)
    }
    if !call.format.isOfActivities, call.load != nil || call.types != nil {
      let name = call.load == nil ? "types" : "load"
      let problem = RequestProblem.query(name, "applies only to activities; '\(call.format.rawValue)' contains none")
      return connection.respond(ProblemBody.response(problem))
    }
    guard connection.head.hasBody else { return connection.respond(ProblemBody.response(422, "the file is empty")) }
    guard !connections.isStopping else {
      return connection.respond(ProblemBody.response(RequestProblem(status: 503, detail: Edge.stopping)))
    }
    let accepted = HeaderFields(connection.headBytes).values("accept")
    do throws(ImportUploads.OpenError) {
      let upload = try imports.open(
        connection, route, call, key: UploadKey(route.gate.upstream, route.method, meta(connection)),
        wantsEvents: Edge.wantsEvents(accepted))
      connection.beginFile(upload)
    } catch {
      switch error {
      case .rejected(let rejection): reject(connection, rejection)
      case .unavailable(let problem): connection.respond(problem)
      }
    }
  }

  /// Whether the client accepts a stream of events.
  static func wantsEvents(_ fields: [[UInt8]]) -> Bool { accepts("text/event-stream", in: fields) }

  func accepts(_ connection: HTTPConnection, _ type: MediaType) -> Bool {
    Edge.accepts(type.rawValue, in: HeaderFields(connection.headBytes).values("accept"))
  }

  /// Whether the client names the media type, which must be in lower case. `*/*` is not enough.
  private static func accepts(_ type: String, in fields: [[UInt8]]) -> Bool {
    fields.joined(separator: [Bytes.comma]).split(separator: Bytes.comma).contains { element in
      let parts = String(decoding: element, as: UTF8.self).lowercased().split(separator: ";").map { part in
        part.filter { $0 != " " && $0 != "\t" }
      }
      return parts.first == type && AcceptEncoding.weight(parts.dropFirst()) ?? 0 > 0
    }
  }
}
