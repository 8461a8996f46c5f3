import Proto

extension FuzzTarget {
  /// The frames and the error must not depend on the chunks.
  func checkFrames(_ bytes: [UInt8]) {
    let whole = framesSeen(of: [bytes[...]])
    let cut = bytes.count * 2 / 3
    precondition(framesSeen(of: [bytes[..<cut], bytes[cut...]]) == whole, "the frames depend on the chunks")
    if bytes.count < 64 {
      precondition(
        framesSeen(of: bytes.indices.map { bytes[$0...$0] }) == whole, "the frames depend on chunks of one byte")
    }
    precondition(
      whole.frames.flatMap(\.encoded).elementsEqual(bytes.prefix(whole.frames.reduce(0) { $0 + 9 + $1.payload.count })))
  }
}

private struct FramesSeen: Equatable {
  var frames: [Frame] = []
  var error: FrameError?
}

private func framesSeen(of pieces: [ArraySlice<UInt8>]) -> FramesSeen {
  var decoder = FrameDecoder()
  var seen = FramesSeen()
  do throws(FrameError) {
    for piece in pieces {
      decoder.append(piece)
      while let frame = try decoder.next() { seen.frames.append(frame) }
    }
  } catch {
    seen.error = error
  }
  return seen
}
