import API
import Chronology
import Domain
import Proto
import Service
import Storage

extension SessionHandlers {
  func fetchCurrentSession(
    _ call: SessionAPI.FetchCurrentSession, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.CurrentSession {
    let now = now()
    let user = caller.user.flatMap { $0.isEmpty ? nil : $0 }
    do {
      let reply = try await database.read(user: user ?? Self.unknownUserQueue) { [self] rows in
        let settings = provider?.settings
        let passkey: [SignInMethod] = call.visitor?.site == nil ? [] : [.passkey]
        let methods = [.password] + passkey + (settings == nil ? [] : [.oidc]) + [.token, .code]
        var reply = SessionAPI.CurrentSession(
          methods: methods,
          oidc: settings.map { SessionAPI.Provider(name: $0.name, auto: $0.isAutomatic) },
          isSetUp: try admins.exist(rows))
        guard let user, let maker = call.maker else { return reply }
        let person = try PersonStore.person(user, rows)
        let token = try maker.id.flatMap { try TokenStore.token($0, of: user, rows) }
        reply.isSignedIn = true
        reply.userId = user
        reply.displayName = try UserStore.record(user, rows)?.profile.displayName ?? person?.displayName
        reply.role = admins.role(of: user, person)
        reply.hasPassword = person?.password != nil
        reply.method = maker.proof == .proxy ? .proxy : token?.kind == .browser ? token?.method ?? .token : .token
        reply.expiresAt = token?.expiresAt ?? maker.expiresAt
        reply.isFresh = maker.proof == .proxy
        if let token, token.kind == .browser {
          reply.signedInAt = token.signedInAt ?? token.createdAt
          reply.isFresh = token.isFresh(at: now, hasBetterProof: try hasProof(user, rows))
        }
        return reply
      }
      // The first admin may have been made at another host.
      if reply.isSetUp { deleteSetUpLink() }
      return reply
    } catch {
      throw fault(error, caller)
    }
  }
}
