import Proto
import Service

/// Calls from the command line to a running service.
enum ServiceCall {
  /// For calls that every service has.
  enum AnyAPI: ServiceAPI {
    static let service = ""
  }

  static let patienceMilliseconds = 10_000

  /// Makes a call with an encoded argument and returns the encoded reply.
  static func raw(
    _ link: ServiceLink, _ method: String, _ meta: CallMeta, _ argument: [UInt8]
  ) async throws -> [UInt8] {
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<[UInt8], Fault>, Never>) in
      link.loop.execute {
        link.send(method: method, meta: meta, argument: argument) { response in
          switch response {
          case .reply(let bytes, _): continuation.resume(returning: .success([UInt8](bytes)))
          case .fault(let fault): continuation.resume(returning: .failure(fault))
          }
        }
      }
    }
    return try result.get()
  }

  /// Returns a fault as one line.
  static func text(_ fault: Fault) -> String {
    let fields = (fault.fields ?? []).map { "\($0.field) \($0.message)" }.filter { $0 != fault.message }
    return "\(fault.code.rawValue): \(([fault.message] + fields).joined(separator: "; "))"
  }

  static func explained(_ fault: Fault, _ service: String, _ settings: Settings) -> CommandFailure {
    guard fault.code == .unavailable else { return CommandFailure(text(fault)) }
    if let owner = settings.otherOwner(ofSocket: service) {
      return CommandFailure("\(service) belongs to the user '\(owner)' and rejects others: run this as that user")
    }
    // The service may respond, but be unable to serve this call.
    guard !UnixSocket.hasListener(path: settings.socketPath(service)) else { return CommandFailure(text(fault)) }
    return CommandFailure(
      "\(service) does not respond on \(settings.socketPath(service)) (\(fault.message)); "
        + "is 'waymark up' running there?"
    )
  }
}
