import Chronology
import Compression
import Domain
import Synchronization

/// The track of the ruck with this start, and its number in the spool.
struct PlannedTrack: Hashable, Sendable {
  var startedAt: Instant
  var number: Int
}

/// The encoded and compressed tracks of the activities in a file, by number.
final class TrackSpool: Sendable {
  enum Stored: Hashable {
    case number(Int)
    /// The points are not a track.
    case none
    /// The limit is reached. `isFirst` is true once.
    case full(isFirst: Bool)
  }

  private struct State {
    var records: RecordSpool
    var sizes: [Int] = []
    var byteCount = 0
    var isFull = false
  }

  private let most: Int
  private let state: Mutex<State>

  /// Without a folder the tracks stay in memory, and fewer are stored.
  init(folders: [String] = []) {
    let file = TemporaryFile(in: folders)
    most = file == nil ? ImportLimits.trackBytesInMemory : ImportLimits.trackBytesInFile
    state = Mutex(State(records: RecordSpool(file: file)))
  }

  init(most: Int) {
    self.most = most
    state = Mutex(State(records: RecordSpool()))
  }

  func store(_ points: [TrackPoint]) throws(ImportError) -> Stored {
    guard TrackRules.problem(of: points) == nil, let bytes = Deflate.zlib(TrackCoding.encode(points)),
      bytes.count <= TrackRules.mostBytes
    else { return .none }
    return try state.withLock { (state) throws(ImportError) in
      guard state.byteCount + bytes.count <= most else {
        defer { state.isFull = true }
        return .full(isFirst: !state.isFull)
      }
      try state.records.append(bytes)
      state.sizes.append(bytes.count)
      state.byteCount += bytes.count
      return .number(state.records.count - 1)
    }
  }

  func byteCount(of number: Int) -> Int { state.withLock { $0.sizes[number] } }

  func bytes(of number: Int) throws(ImportError) -> [UInt8] {
    try state.withLock { (state) throws(ImportError) in try state.records[number] }
  }
}
