public import API
import Domain
import JSON

/// The server of KoInsight's plugin for KOReader. It stores the reader's statistics, which the import of KOReader's
/// statistics reads.
public struct KoInsight: Connector {
  public let name = ConnectorName.koinsight
  static let milliseconds = 10_000
  static let smallBodyBytes = 64 * 1024
  /// The name of what the plugin sends, for problems.
  static let uploadName = "statistics"

  private enum Call { case device, health, statistics }

  public init() {}

  public func plan(_ head: ConnectorHead) -> ConnectorPlan {
    guard let (credentials, call) = Self.find(head) else { return .reject(.notFound) }
    switch call {
    case .health, .device:
      return .accept(
        ConnectorTerms(
          credentials: credentials, scope: call == .health ? .read : .write, bodyBytes: Self.smallBodyBytes,
          milliseconds: Self.milliseconds))
    case .statistics:
      return .accept(
        ConnectorTerms(
          credentials: credentials, scope: .write, bodyBytes: FileRules.mostBytes, storage: .imported,
          milliseconds: Self.milliseconds))
    }
  }

  /// Finds the call and the credentials: a token is the first name of the path, or Basic credentials are sent.
  private static func find(_ head: ConnectorHead) -> (ConnectorCredentials, Call)? {
    var path = head.path[...]
    var credentials = ConnectorCredentials.basic(head.field("authorization"))
    if path.count == 4, let token = path.popFirst() { credentials = .token(name: nil, Array(token.utf8)) }
    guard path.count == 3, path.prefix(2) == ["api", "plugin"] else { return nil }
    switch (head.method, path.last) {
    case ("POST", "device"): return (credentials, .device)
    case ("GET", "health"), ("HEAD", "health"): return (credentials, .health)
    case ("POST", "import"): return (credentials, .statistics)
    default: return nil
    }
  }

  public func handle(_ request: ConnectorRequest) -> ConnectorStep {
    switch request.head.path.last {
    case "health": return .respond(Self.message("Waymark is ready"))
    case "device": return .respond(Self.message("The device is known"))
    default: break
    }
    guard let upload = request.upload, upload.size > 0 else {
      return .fail(ConnectorProblem(400, "the body is empty; it must be an object"))
    }
    return .importBody(SessionAPI.ImportOrder(name, .koreader), name: Self.uploadName) { outcome in
      guard let outcome else {
        return .respond(Self.message("The statistics are stored and will be imported within minutes"))
      }
      if let reason = outcome.rejection { return .fail(ConnectorProblem(400, reason)) }
      let count = outcome.items.added
      var response = Self.message("\(count) new session\(count == 1 ? "" : "s")")
      response.items = outcome.items
      response.problem = outcome.problem
      return .respond(response)
    }
  }

  private static func message(_ text: String) -> ConnectorResponse { .json(["message": .text(text)]) }

  /// The plugin knows few statuses.
  public func response(to problem: ConnectorProblem, _ head: ConnectorHead) -> ConnectorResponse {
    let status =
      switch problem.status {
      case 401, 404, 413: problem.status
      case 403: 401
      case 500...: 503
      default: 400
      }
    let names = [400: "Bad Request", 401: "Unauthorized", 404: "Not Found", 413: "Content Too Large"]
    return .json(
      ["error": .text(names[status] ?? "Service Unavailable"), "message": .text(problem.message)], status: status)
  }
}
