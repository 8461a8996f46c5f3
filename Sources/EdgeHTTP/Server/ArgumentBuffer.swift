import API
import Languages
import Proto

/// The argument of the call that is being written. The buffers are reused for each request.
struct ArgumentBuffer: ~Copyable {
  private var writer = CBORWriter()
  private var toCBOR = JSONToCBOR()

  /// Writes the parameters and the body of a request; `origin` is where the client finds the edge and `visitor` who it
  /// is, if the call needs them. `language` is the accepted one, if the call has texts. `image` has the rules of a body
  /// that is an image.
  mutating func write(
    _ route: Route, _ request: RequestContext, query: Range<Int>?, origin: String?, visitor: SessionAPI.Visitor?,
    image: ImageBody? = nil, language: Language = .english, _ bytes: Span<UInt8>, _ range: Range<Int>
  ) throws(RequestProblem) {
    if writer.count > Limits.keptBytes { writer = CBORWriter() }
    writer.truncate()
    let opened = writer.open()
    var parameters = ArgumentWriter(
      inPath: route.inPath, inQuery: route.inQuery, ignoresOtherQueries: route.endpoint.ignoresOtherQueries)
    let held = request.headBytes
    try parameters.write(held.span, path: request.match.parameters, query: query, into: &writer)
    if let origin { parameters.write("origin", origin, into: &writer) }
    if language != .english { parameters.writeDefault(Parameter.languageName, language.rawValue, into: &writer) }
    var (names, count) = (parameters.names, parameters.names.count)
    if route.isTranslated { names.append([UInt8](Parameter.languageName.utf8)) }
    if let name = route.endpoint.makerName {
      names.append([UInt8](name.utf8))
      // Without a user there are no credentials.
      if !request.identity.user.isEmpty, let maker = try? CBOREncoder.encode(request.maker) {
        writer.text(name)
        writer.raw(maker)
        count += 1
      }
    }
    if let visitor, let encoded = try? CBOREncoder.encode(visitor) {
      names.append([UInt8]("visitor".utf8))
      writer.text("visitor")
      writer.raw(encoded)
      count += 1
    }
    if let image {
      try ArgumentBuffer.write(bytes.array(range), as: image, into: &writer)
      return writer.closeMap(opened, count: count + 1)
    }
    // An image is not a member of a JSON body.
    if route.endpoint.image != nil { names.append([UInt8](ImageBody.member.utf8)) }
    guard route.endpoint.takesBody, !route.endpoint.takesForm else { return writer.closeMap(opened, count: count) }
    try toCBOR.argument(bytes, range, into: &writer, opened: opened, count: count, overriding: names)
    guard writer.count <= Limits.argumentBytes else {
      throw RequestProblem(status: 413, detail: "the body has more content than a request may have")
    }
  }

  private static func write(_ body: [UInt8], as image: ImageBody, into writer: inout CBORWriter) throws(RequestProblem)
  {
    if let problem = image.problem(body) { throw RequestProblem(status: problem.status, detail: problem.reason) }
    writer.text(ImageBody.member)
    writer.bytes(body)
  }

  borrowing func withBytes<Value, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try writer.withBytes(body)
  }

  var bytes: [UInt8] { writer.withBytes { [UInt8]($0) } }
}
