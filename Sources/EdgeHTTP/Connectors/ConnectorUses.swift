import API
import Proto

/// Reports to SessionSvc that users' clients use connectors, once a minute for each user and connector. Belongs to the
/// edge's loop.
final class ConnectorUses {
  let session: any Upstream
  private var minutes = RecentMap<String, Int64>(capacity: Limits.countedConnectorUsers)

  init(session: any Upstream) {
    self.session = session
  }

  /// Calls `done` when the use is stored, so that a list that is read after the response includes it.
  func note(_ connector: ConnectorName, of user: String, second: Int64, _ done: @escaping () -> Void) {
    let key = "\(connector.rawValue) \(user)"
    let minute = second / 60
    guard minutes[key] != minute else { return done() }
    send(SessionAPI.NoteConnector(connector), user) { [self] isStored in
      if isStored { minutes[key] = minute }
      done()
    }
  }

  /// Calls `done` when the problem is stored.
  func note(_ problem: String, _ connector: ConnectorName, of user: String, _ done: @escaping () -> Void) {
    send(SessionAPI.NoteConnector(connector, problem: problem), user) { _ in done() }
  }

  /// A use that cannot be stored does not fail the request.
  private func send(_ call: SessionAPI.NoteConnector, _ user: String, _ done: @escaping (Bool) -> Void) {
    session.send(call, CallMeta(user: user, deadline: Int(Limits.verifyMilliseconds))) { result in
      if case .success = result { done(true) } else { done(false) }
    }
  }
}
