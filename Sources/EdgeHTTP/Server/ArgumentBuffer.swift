import API
import Proto

/// The argument of the call that is being written. The buffers are reused for each request.
struct ArgumentBuffer: ~Copyable {
  private var writer = CBORWriter()
  private var toCBOR = JSONToCBOR()

  /// Writes the parameters and the body of a request; `origin` is where the client finds the edge, if the call needs
  /// it.
  mutating func write(
    _ route: Route, _ request: RequestContext, query: Range<Int>?, origin: String?, _ bytes: Span<UInt8>,
    _ range: Range<Int>
  ) throws(Refusal) {
    if writer.count > Limits.keptBytes { writer = CBORWriter() }
    writer.truncate()
    let opened = writer.open()
    var parameters = ArgumentWriter(inPath: route.inPath, inQuery: route.inQuery)
    let held = request.headBytes
    try parameters.write(held.span, path: request.match.parameters, query: query, into: &writer)
    if let origin { parameters.write("origin", origin, into: &writer) }
    var (names, count) = (parameters.names, parameters.names.count)
    if let name = route.endpoint.makerName {
      names.append([UInt8](name.utf8))
      if !route.endpoint.isForAnybody, let maker = try? CBOREncoder.encode(request.identity.maker) {
        writer.text(name)
        writer.raw(maker)
        count += 1
      }
    }
    guard route.endpoint.takesBody else { return writer.closeMap(opened, count: count) }
    try toCBOR.argument(bytes, range, into: &writer, opened: opened, count: count, overriding: names)
    guard writer.count <= Limits.argumentBytes else {
      throw Refusal(status: 413, detail: "the body has more content than a request may have")
    }
  }

  borrowing func withBytes<Value, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try writer.withBytes(body)
  }

  var bytes: [UInt8] { writer.withBytes { [UInt8]($0) } }
}
