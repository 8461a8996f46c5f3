public import API
import Chronology
import Domain
import JSON

/// KOReader's progress synchronisation, as other readers speak it too.
public struct KOSync: Connector {
  public let name = ConnectorName.kosync
  static let milliseconds = 2_000
  static let bodyBytes = 64 * 1024

  public init() {}

  public func plan(_ head: ConnectorHead) -> ConnectorPlan {
    switch (head.method, head.path) {
    case ("GET", ["healthcheck"]), ("HEAD", ["healthcheck"]): return .respond(.json(["state": "OK"]))
    case ("POST", ["users", "create"]):
      return .accept(
        ConnectorTerms(credentials: nil, bodyBytes: Self.bodyBytes, milliseconds: Self.milliseconds))
    case ("GET", ["users", "auth"]), ("HEAD", ["users", "auth"]): return accept(head, .read)
    case ("PUT", ["syncs", "progress"]): return accept(head, .write)
    case ("GET", _) where Self.document(head.path) != nil, ("HEAD", _) where Self.document(head.path) != nil:
      return accept(head, .read)
    default: return .reject(.notFound)
    }
  }

  private func accept(_ head: ConnectorHead, _ scope: ConnectorScope) -> ConnectorPlan {
    let credentials = ConnectorCredentials.digest(name: head.field("x-auth-user"), key: head.field("x-auth-key"))
    return .accept(
      ConnectorTerms(
        credentials: credentials, scope: scope, bodyBytes: Self.bodyBytes, milliseconds: Self.milliseconds))
  }

  private static func document(_ path: [String]) -> String? {
    path.count == 3 && path[..<2] == ["syncs", "progress"] ? path[2] : nil
  }

  public func handle(_ request: ConnectorRequest) -> ConnectorStep {
    switch request.head.path {
    case ["users", "create"]: return create(request.body)
    case ["users", "auth"]: return .respond(.json(["authorized": "OK"]))
    case ["syncs", "progress"]: return push(request)
    default:
      guard let document = Self.document(request.head.path) else { return .fail(.notFound) }
      return fetch(document, request)
    }
  }

  // Accounts.

  /// Accounts are created in Waymark. With the credentials of one, "Register" signs in.
  private func create(_ body: [UInt8]) -> ConnectorStep {
    guard let value = JSONValue(parsing: body, depthLimit: KOSyncBody.depth) else { return .respond(.kosync(.notJSON)) }
    if case .list = value { return .respond(.kosync(.isList)) }
    guard case .object = value else { return .respond(.kosync(.notJSON)) }
    let name = value["username"]?.text
    let credentials = ConnectorCredentials.digest(name: name, key: value["password"]?.text)
    guard let name, case .md5 = credentials else { return .respond(.kosync(.noRegistration)) }
    return .verify(credentials) { user in
      user == nil ? .respond(.kosync(.noRegistration)) : .respond(.json(["username": .text(name)], status: 201))
    }
  }

  // Positions.

  private func push(_ request: ConnectorRequest) -> ConnectorStep {
    let position: Position
    do throws(KOSyncError) {
      position = try Position(kosync: request.body)
    } catch {
      return .respond(.kosync(error))
    }
    return .call(SessionAPI.PushPosition(position: position), for: request.user) { reply in
      var response = ConnectorResponse.json([
        "document": .text(position.document), "timestamp": .integer(Int(reply.pushedAt.seconds)),
      ])
      response.items.added = 1
      return .respond(response)
    }
  }

  private func fetch(_ document: String, _ request: ConnectorRequest) -> ConnectorStep {
    .call(SessionAPI.FetchPosition(document: document), for: request.user) { reply in
      guard let position = reply.position, let pushedAt = reply.pushedAt else { return .respond(.json(.object([]))) }
      var members: [(String, JSONValue)] = [
        ("document", .text(position.document)), ("percentage", .number(position.percentage)),
        ("progress", .text(position.progress)), ("device", .text(position.device)),
      ]
      if let id = position.deviceId { members.append(("device_id", .text(id))) }
      members.append(("timestamp", .integer(Int(pushedAt.seconds))))
      return .respond(.json(.object(members)))
    }
  }

  /// A permanent rejection of credentials is always 401: after any other status the reader repeats the push for weeks.
  public func response(to problem: ConnectorProblem, _ head: ConnectorHead) -> ConnectorResponse {
    switch problem.status {
    case 401, 403: .kosync(.unauthorized)
    case 404: .kosync(.unknownPath)
    case 503: .kosync(KOSyncError(503, 2000, problem.message))
    case 500...: .kosync(KOSyncError(problem.status, 2000, problem.message))
    default: .kosync(KOSyncError(problem.status, 2003, problem.message))
    }
  }
}

extension ConnectorResponse {
  static func kosync(_ error: KOSyncError) -> ConnectorResponse {
    .json(["code": .integer(error.code), "message": .text(error.message)], status: error.status)
  }
}
