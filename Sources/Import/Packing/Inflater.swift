import CZlib

/// Undoes deflate as bytes arrive, and refuses what grows as no real file does.
final class Inflater {
  enum Wrapping {
    case gzip
    /// As within a zip file.
    case none
  }

  private enum Position { case within, betweenMembers, end }

  private let stream: UnsafeMutablePointer<z_stream>
  private let wrapping: Wrapping
  private let budget: UnpackBudget
  private var position = Position.within
  private var bytesIn = 0
  private var bytesOut = 0
  /// Given on when it is full: many small members must not make many small pieces.
  private var output = [UInt8](repeating: 0, count: ImportLimits.unpackedPiece)
  private var filled = 0

  init(_ wrapping: Wrapping, _ budget: UnpackBudget) throws(ImportRefusal) {
    self.wrapping = wrapping
    self.budget = budget
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let bits: Int32 = wrapping == .gzip ? 15 + 16 : -15
    guard inflateInit2_(stream, bits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw ImportRefusal("there is no memory to unpack the file")
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Gives what the bytes contain, in pieces.
  func read(
    _ bytes: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) throws(ImportRefusal) -> Void
  ) throws(ImportRefusal) {
    var input = Array(bytes)
    var place = 0
    // Whether what was taken in already has more to give.
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
      default: throw ImportRefusal("the packed file is damaged")
      }
    }
  }

  func finish(_ body: (ArraySlice<UInt8>) throws(ImportRefusal) -> Void) throws(ImportRefusal) {
    try give(body)
    if position == .within { throw ImportRefusal("the packed file is cut off") }
  }

  private func give(_ body: (ArraySlice<UInt8>) throws(ImportRefusal) -> Void) throws(ImportRefusal) {
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

  /// Several files may be packed one behind the other; anything else behind the last is padding.
  private func beginMember(_ rest: ArraySlice<UInt8>) throws(ImportRefusal) {
    guard rest.first == 0x1F else { return position = .end }
    guard inflateReset(stream) == Z_OK else { throw ImportRefusal("the packed file is damaged") }
    position = .within
  }

  private func checkGrowth(_ made: Int) throws(ImportRefusal) {
    try budget.spend(made)
    // Text packs to a thirtieth at best; deflate itself reaches a thousandth.
    guard bytesOut <= ImportLimits.unpackedFreely || bytesOut / max(1, bytesIn) <= ImportLimits.unpackedRatio else {
      throw ImportRefusal("the packed file grows more than \(ImportLimits.unpackedRatio) times: no export does")
    }
  }
}
