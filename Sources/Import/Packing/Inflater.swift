import CZlib

/// Decompresses deflate data from chunks of bytes and rejects implausible compression ratios.
final class Inflater {
  enum Wrapping {
    case gzip
    /// Without a header, as in a zip file.
    case none
  }

  private enum Position { case within, betweenMembers, end }

  private let stream: UnsafeMutablePointer<z_stream>
  private let wrapping: Wrapping
  private let budget: UnpackBudget
  private var position = Position.within
  private var bytesIn = 0
  private var bytesOut = 0
  /// Passed on when it is full, so that many small members do not cause many small chunks.
  private var output: [UInt8]
  private var filled = 0

  init(_ wrapping: Wrapping, _ budget: UnpackBudget) throws(ImportError) {
    self.wrapping = wrapping
    self.budget = budget
    output = [UInt8](repeating: 0, count: budget.pieceBytes)
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let bits: Int32 = wrapping == .gzip ? 15 + 16 : -15
    guard inflateInit2_(stream, bits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw ImportError("not enough memory to decompress the file")
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Decompresses the bytes and passes the result on in chunks.
  func read(
    _ bytes: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) throws(ImportError) -> Void
  ) throws(ImportError) {
    var input = Array(bytes)
    var place = 0
    // Whether zlib has more output for the input so far.
    var hasMore = false
    while place < input.count || hasMore {
      if position == .betweenMembers { try beginMember(input[place...]) }
      guard position == .within else { return }
      let (code, taken, made) = inflate(&input, from: place)
      place += taken
      bytesIn += taken
      bytesOut += made
      filled += made
      try checkGrowth(made)
      hasMore = code == Z_OK && filled == output.count
      if filled == output.count { try give(body) }
      switch code {
      case Z_STREAM_END: position = wrapping == .gzip ? .betweenMembers : .end
      case Z_OK: break
      case Z_BUF_ERROR where made == 0 && taken == 0: return
      default:
        // The bytes before the damage are read, in large pieces as in small ones.
        try give(body)
        throw ImportError("the compressed file is damaged; export it again")
      }
    }
  }

  func finish(_ body: (ArraySlice<UInt8>) throws(ImportError) -> Void) throws(ImportError) {
    try give(body)
    if position == .within { throw ImportError("the compressed file is incomplete; export it again") }
  }

  /// Passes on the bytes so far before the error of a source that is damaged.
  func fail(_ error: ImportError, _ body: (ArraySlice<UInt8>) throws(ImportError) -> Void) throws(ImportError) -> Never
  {
    try give(body)
    throw error
  }

  private func give(_ body: (ArraySlice<UInt8>) throws(ImportError) -> Void) throws(ImportError) {
    let count = filled
    filled = 0
    if count > 0 { try body(output[..<count]) }
  }

  private func inflate(_ input: inout [UInt8], from place: Int) -> (code: Int32, taken: Int, made: Int) {
    let (stream, filled) = (stream, filled)
    return input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.pointee.next_in = input.baseAddress.map { $0 + place }
        stream.pointee.avail_in = UInt32(input.count - place)
        stream.pointee.next_out = output.baseAddress.map { $0 + filled }
        stream.pointee.avail_out = UInt32(output.count - filled)
        let code = CZlib.inflate(stream, Z_NO_FLUSH)
        return (
          code, input.count - place - Int(stream.pointee.avail_in),
          output.count - filled - Int(stream.pointee.avail_out)
        )
      }
    }
  }

  /// Starts the next member of a chain of gzip members. Other bytes after the last one are padding.
  private func beginMember(_ rest: ArraySlice<UInt8>) throws(ImportError) {
    guard rest.first == 0x1F else { return position = .end }
    guard inflateReset(stream) == Z_OK else { throw ImportError("the compressed file is damaged; export it again") }
    position = .within
  }

  private func checkGrowth(_ made: Int) throws(ImportError) {
    try budget.spend(made)
    // Text compresses to a thirtieth at best; deflate itself reaches a thousandth.
    guard bytesOut <= ImportLimits.unpackedFreely || bytesOut / max(1, bytesIn) <= ImportLimits.unpackedRatio else {
      throw ImportError(
        "the compressed file expands more than \(ImportLimits.unpackedRatio) times, which no export does")
    }
  }
}
