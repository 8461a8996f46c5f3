/// Decides whether one more upload may begin. Uploads of one user, and all together, have a limit of bytes on the disk.
/// If all together have reached it, the user with the most makes room, or an upload that has been sending for long.
struct UploadPlaces {
  struct Upload: Equatable {
    var id: UInt64
    var user: String
    /// The announced size, or the most allowed.
    var bytes: Int
    /// When it began, on the monotonic clock.
    var startedAt: UInt64
    /// The file is not complete.
    var isSending: Bool
    /// The file is being imported.
    var isWorking: Bool
  }

  enum Decision: Equatable {
    case admit
    /// End this upload, and decide again.
    case evict(UInt64)
    /// The user has too many uploads.
    case rejectUser
    case reject
  }

  /// The bytes of all uploads.
  var mostBytes = Limits.uploadBytes
  /// Oldest first.
  let uploads: [Upload]

  func decide(_ user: String, bytes: Int, now: UInt64) -> Decision {
    let own = uploads.filter { $0.user == user }
    // The user's oldest upload does not wait for others.
    let waitingBytes = own.dropFirst().reduce(own.isEmpty ? 0 : bytes) { $0 + $1.bytes }
    guard own.count <= Limits.waitingImports, waitingBytes <= Limits.waitingImportBytes else { return .rejectUser }
    let cost = Self.cost(bytes)
    guard uploads.reduce(cost, { $0 + Self.cost($1.bytes) }) > mostBytes else { return .admit }
    if let id = newestOfHeaviest(than: own.reduce(cost) { $0 + Self.cost($1.bytes) }) { return .evict(id) }
    return slowest(except: user, now: now).map { .evict($0) } ?? .reject
  }

  /// Each upload counts as at least this, because it has a file and a connection.
  private static func cost(_ bytes: Int) -> Int { max(bytes, Limits.uploadBytes / Limits.uploads) }

  /// The newest upload, not being imported, of the user with the most bytes, if these are more than `most`.
  private func newestOfHeaviest(than most: Int) -> UInt64? {
    var sums: [String: Int] = [:]
    for upload in uploads { sums[upload.user, default: 0] += Self.cost(upload.bytes) }
    let heaviest = sums.filter { $0.value > most }.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
    return uploads.last { $0.user == heaviest && !$0.isWorking }?.id
  }

  private func slowest(except user: String, now: UInt64) -> UInt64? {
    uploads.first { upload in
      upload.user != user && upload.isSending
        && now - upload.startedAt >= UInt64(Limits.slowUploadMilliseconds) * 1_000_000
    }?.id
  }
}
