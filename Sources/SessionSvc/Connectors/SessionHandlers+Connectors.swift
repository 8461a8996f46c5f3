import API
import Chronology
import Domain
import Proto

extension SessionHandlers {
  func listConnectors(
    _ call: SessionAPI.ListConnectors, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.ListConnectors.Reply {
    let on = connectors
    return try await read(caller) { user, rows in
      let uses = try ConnectorUseStore.uses(of: user, rows)
      return SessionAPI.ListConnectors.Reply(
        connectors: try ConnectorName.allCases.map { name in
          let use = uses.first { $0.connector == name.rawValue }
          return SessionAPI.ConnectorReply(
            name: name, title: name.title(in: call.lang), isOn: on.contains(name),
            address: call.origin.flatMap(name.address(at:)), user: ConnectorName.enteredName(of: user),
            lastSeenAt: use?.seenAt, lastProblem: use?.problem,
            itemCount: try ConnectorUseStore.itemCount(of: name, user, rows))
        })
    }
  }

  func noteConnector(_ call: SessionAPI.NoteConnector, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try await command(caller) { transaction in
      let now = transaction.now
      let problem = call.problem.map {
        SessionAPI.ConnectorProblem(at: now, message: String($0.prefix(SessionLimits.problemCharacters)))
      }
      try ConnectorUseStore.save(
        call.connector, seenAt: Instant(seconds: now.seconds - now.seconds % 60), problem, of: transaction.user,
        transaction.storage)
      return Nothing()
    }
  }
}
