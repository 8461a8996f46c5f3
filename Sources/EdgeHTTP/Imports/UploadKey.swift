import API
import Proto

/// The key that a file was sent with. The report that it was given first is kept by SessionSvc, like the answers of all
/// other calls with keys; the edge keeps none.
struct UploadKey {
  /// A report that was given to the key before.
  struct Kept {
    var report: [UInt8]
    var isReplayed: Bool
  }

  private let session: any Upstream
  private let method: String
  private var meta: CallMeta

  /// Nil for a call without a key.
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

  /// The first report, or nil where there is none; with another file than the first, a fault.
  func find(_ completion: @escaping (Result<[UInt8]?, Fault>) -> Void) {
    ask(SessionAPI.FetchAnswer(method: method)) { result in
      completion(result.flatMap { reply in UploadKey.opening { try reply.answer.map(UploadKey.report) } })
    }
  }

  /// Keeps the report, unless the key has one: then that one is the answer.
  func keep(_ report: [UInt8], _ completion: @escaping (Result<Kept, Fault>) -> Void) {
    guard let answer = try? CBOREncoder.encode(report) else {
      return completion(.failure(Fault(.internal, "the report cannot be kept")))
    }
    ask(SessionAPI.KeepAnswer(method: method, answer: RawCBOR(bytes: answer))) { result in
      completion(
        result.flatMap { first in
          UploadKey.opening { Kept(report: try UploadKey.report(first.answer.bytes), isReplayed: first.replayed) }
        })
    }
  }

  private func ask<Call: Method>(_ call: Call, _ completion: @escaping (Result<Call.Reply, Fault>) -> Void) {
    guard let argument = try? CBOREncoder.encode(call) else {
      return completion(.failure(Fault(.internal, "the call \(Call.name) cannot be written")))
    }
    session.call(Call.name, meta, argument) { answer in
      switch answer {
      case .reply(let bytes, _):
        completion(UploadKey.opening { try CBORDecoder.decode(Call.Reply.self, from: bytes) })
      case .fault(let fault): completion(.failure(fault))
      }
    }
  }

  private static func report(_ answer: [UInt8]) throws -> [UInt8] {
    try CBORDecoder.decode([UInt8].self, from: answer)
  }

  private static func opening<Value>(_ body: () throws -> Value) -> Result<Value, Fault> {
    do {
      return .success(try body())
    } catch {
      return .failure(Fault(.internal, "a kept report cannot be read: \(error)"))
    }
  }
}
