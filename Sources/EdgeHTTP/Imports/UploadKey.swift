import API
import Proto

/// The idempotency key of an upload. SessionSvc keeps the first report for it, as it keeps the responses of all other
/// calls with keys.
struct UploadKey {
  /// The report that belongs to the key.
  struct Kept {
    var report: [UInt8]
    var isReplayed: Bool
  }

  private let session: any Upstream
  private let method: String
  private var meta: CallMeta

  /// Returns nil if the call has no key.
  init?(_ session: any Upstream, _ method: String, _ meta: CallMeta) {
    guard meta.key != nil else { return nil }
    self.session = session
    self.method = method
    self.meta = meta
  }

  var name: String { meta.key ?? "" }
  var digest: [UInt8]? {
    get { meta.digest }
    set { meta.digest = newValue }
  }

  /// Finds the first report, or nil if there is none. Fails if the first file was another one.
  func find(_ completion: @escaping (Result<[UInt8]?, Fault>) -> Void) {
    session.send(SessionAPI.FetchKeptReply(method: method), meta) { result in
      completion(result.flatMap { reply in UploadKey.decoding { try reply.answer.map(UploadKey.report) } })
    }
  }

  /// Keeps the report, or returns the earlier one if the key has one.
  func keep(_ report: [UInt8], _ completion: @escaping (Result<Kept, Fault>) -> Void) {
    guard let reply = try? CBOREncoder.encode(report) else {
      return completion(.failure(Fault(.internal, "cannot encode the report")))
    }
    session.send(SessionAPI.KeepReply(method: method, answer: RawCBOR(bytes: reply)), meta) { result in
      completion(
        result.flatMap { first in
          UploadKey.decoding { Kept(report: try UploadKey.report(first.answer.bytes), isReplayed: first.replayed) }
        })
    }
  }

  private static func report(_ reply: [UInt8]) throws -> [UInt8] {
    try CBORDecoder.decode([UInt8].self, from: reply)
  }

  private static func decoding<Value>(_ body: () throws -> Value) -> Result<Value, Fault> {
    do {
      return .success(try body())
    } catch {
      return .failure(Fault(.internal, "cannot decode a kept report: \(error)"))
    }
  }
}
